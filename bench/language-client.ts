// A client of `caulk lsp`: starts the server as an editor does and records what it publishes.
// For `caulk bench latency` and for tests.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

export class LanguageClient {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcessWithoutNullStreams;
  readonly published = new Map<string, Diagnostic[]>();
  readonly messages: string[] = [];
  /** What the server says on standard error: nothing. */
  stderr = '';
  private readonly versions = new Map<string, number>();
  private readonly watchers = new Set<() => void>();

  constructor(...[command = './caulk', ...words]: readonly string[]) {
    this.process = spawn(command, [...words, 'lsp', '--stdio']);
    const { stdout, stdin, stderr } = this.process;
    stderr.on('data', (data) => {
      this.stderr += data;
    });
    this.process.on('exit', (code, signal) => {
      this.stderr += `[exit ${code} ${signal}]`;
    });
    this.connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
      this.published.set(uri, diagnostics);
      for (const watcher of this.watchers) watcher();
    });
    this.connection.onNotification('window/showMessage', ({ message }) => void this.messages.push(message));
    this.connection.listen();
  }

  /** What the server says it can do. */
  async start(initializationOptions: unknown = {}): Promise<Record<string, unknown>> {
    const given = { processId: process.pid, rootUri: null, capabilities: {}, initializationOptions };
    const { capabilities } = await this.connection.sendRequest<{ capabilities: Record<string, unknown> }>(
      'initialize',
      given,
    );
    await this.connection.sendNotification('initialized', {});
    return capabilities;
  }

  async open(path: string, text: string): Promise<string> {
    const uri = pathToFileURL(path).href;
    this.versions.set(uri, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'c', version: 1, text },
    });
    return uri;
  }

  async change(uri: string, text: string): Promise<void> {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    const contentChanges = [{ text }];
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** Waits until what is published of a text is as wanted. */
  until(uri: string, isWanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => {
      const look = () => {
        const diagnostics = this.published.get(uri);
        if (!diagnostics || !isWanted(diagnostics)) return;
        this.watchers.delete(look);
        resolve(diagnostics);
      };
      this.watchers.add(look);
      look();
    });
  }

  command(
    name: string,
    ...given: readonly unknown[]
  ): Promise<{ readonly text: string; readonly svg?: string } | null> {
    return this.connection.sendRequest('workspace/executeCommand', { command: name, arguments: given });
  }

  /** The exit status of the server. */
  async stop(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    const ended = new Promise<number | null>((resolve) => this.process.once('exit', resolve));
    await this.connection.sendNotification('exit');
    return ended;
  }
}
