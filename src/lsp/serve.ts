// `caulk lsp`: a language server on standard input and output.
// From the command line to the handlers, until the client says `exit` or goes away.

import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { ExitStatus } from '../cli/console.js';
import { serveClient } from './server.js';

/** The library ends the process when the client says `exit`; a client that goes away does not say it. */
export async function serveLanguage(): Promise<ExitStatus> {
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  serveClient(createConnection(ProposedFeatures.all, reader, writer));
  return new Promise(() => {
    process.stdin.once('end', () => process.exit(0));
  });
}
