// The handlers of the language server: what the client says becomes rounds of projects, and what it asks gets answers.
// Started by serve.ts with a connection.

import {
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readVersion } from '../base/version.js';
import { CONFIG } from '../findings/config.js';
import { MARKS_FILE } from '../findings/marks.js';
import { actionsFor } from './actions.js';
import { COMMANDS, perform } from './commands.js';
import { hoverAt, type Pictures } from './hover.js';
import { hintsOf, lensesOf, type Verdicts } from './lenses.js';
import { linesOf } from './positions.js';
import { type Preferences, pathOf, Workspace } from './workspace.js';

/** What has to do with a whole project when it changes on the disk. */
const WATCHED = ['**/compile_commands.json', `**/${CONFIG}`, `**/${MARKS_FILE}`, '**/*.{c,h}'];

/** The messages that are answered until the client says `exit`. */
export function serveClient(connection: Connection): void {
  new Server(connection).listen();
}

class Server {
  private readonly documents = new TextDocuments(TextDocument);
  private readonly workspace: Workspace;
  private readonly verdicts = new Map<string, Verdicts>();
  private readonly told = new Set<string>();
  private pictures: Pictures = 'text';
  private client: InitializeParams['capabilities'] = {};

  constructor(private readonly connection: Connection) {
    this.workspace = new Workspace(this.documents, {
      publish: (uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }),
      complain: (problems) => {
        for (const { message } of problems) this.complain(message);
      },
      refresh: () => this.refresh(),
    });
  }

  listen(): void {
    const { connection, documents, workspace } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.watch());
    documents.onDidChangeContent(({ document }) => this.changed(document)); // also of one that is opened
    documents.onDidSave(({ document }) => workspace.projectOf(document.uri)?.renew());
    documents.onDidClose(({ document }) => void workspace.closed(document.uri));
    connection.onDidChangeWatchedFiles(() => this.renewAll());
    connection.onDidChangeConfiguration(({ settings }) =>
      this.configure((settings as { caulk?: unknown } | null)?.caulk),
    );
    this.answer();
    connection.onShutdown(() => workspace.end());
    documents.listen(connection);
    connection.listen();
  }

  private answer(): void {
    const { connection, documents, workspace } = this;
    connection.onHover(({ textDocument: { uri }, position }) => {
      const [project, path, text] = [workspace.projectOf(uri), pathOf(uri), documents.get(uri)?.getText()];
      if (!project || path === null || text === undefined) return null;
      const word = wordAt(linesOf(text)[position.line] ?? '', position.character);
      return hoverAt(project, uri, { path, line: position.line + 1, word }, this.pictures);
    });
    connection.onCodeLens(({ textDocument: { uri } }) => {
      const current = workspace.projectOf(uri)?.current;
      return current ? lensesOf(current, uri, this.verdicts.get(uri) ?? new Map()) : [];
    });
    connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => {
      const current = workspace.projectOf(uri)?.current;
      return current ? hintsOf(current, uri, range) : [];
    });
    connection.onCodeAction(({ textDocument: { uri }, context }) => {
      const [project, text] = [workspace.projectOf(uri), documents.get(uri)?.getText()];
      return project && text !== undefined ? actionsFor(project, uri, context.diagnostics, linesOf(text)) : [];
    });
    connection.onExecuteCommand(({ command, arguments: given = [] }) =>
      perform(command, given, {
        projectOf: (uri) => workspace.projectOf(uri),
        keepVerdict: (uri, name, verdict) => {
          this.verdicts.set(uri, new Map(this.verdicts.get(uri)).set(name, verdict));
          this.refresh();
        },
      }),
    );
  }

  private initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    this.client = capabilities;
    this.configure(initializationOptions);
    return {
      serverInfo: { name: 'caulk', version: readVersion() },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeLensProvider: {},
        inlayHintProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        executeCommandProvider: { commands: Object.values(COMMANDS) },
        workspace: { workspaceFolders: { supported: true } },
      },
    };
  }

  /** Options of the client: anything may be in them. */
  private configure(options: unknown): void {
    const { compileCommands, flags, pictures } = (options ?? {}) as Record<string, unknown>;
    const preferences: Preferences = {
      flags: Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : [],
      ...(typeof compileCommands === 'string' && compileCommands !== '' ? { compileCommands } : {}),
    };
    this.pictures = pictures === 'images' ? 'images' : 'text';
    const isNew = JSON.stringify(preferences) !== JSON.stringify(this.workspace.preferences);
    this.workspace.preferences = preferences;
    if (isNew) void this.workspace.close().then(() => this.openAll());
  }

  private openAll(): void {
    for (const { uri } of this.documents.all()) this.workspace.projectOf(uri)?.renew();
  }

  private watch(): void {
    if (!this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
    const watchers = WATCHED.map((globPattern) => ({ globPattern }));
    void this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }

  private changed({ uri }: TextDocument): void {
    this.verdicts.delete(uri);
    this.workspace.projectOf(uri)?.changed();
  }

  /** Files belong to other projects when a database comes or goes. */
  private renewAll(): void {
    this.openAll();
    for (const project of this.workspace.all()) project.renew();
  }

  private refresh(): void {
    const { codeLens, inlayHint } = this.client.workspace ?? {};
    if (codeLens?.refreshSupport) this.connection.sendRequest('workspace/codeLens/refresh').catch(() => {});
    if (inlayHint?.refreshSupport) this.connection.languages.inlayHint.refresh().catch(() => {});
  }

  /** Once each. */
  private complain(message: string): void {
    if (this.told.has(message)) return;
    this.told.add(message);
    // a notification: a request would have to be answered
    void this.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message: `caulk: ${message}`,
    });
  }
}

function wordAt(line: string, character: number): string {
  const before = /\w*$/.exec(line.slice(0, character))![0];
  return before + /^\w*/.exec(line.slice(character))![0];
}
