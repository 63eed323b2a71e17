// `caulk serve`: a local page to edit C in, with findings and heaps while typing.
// From the command line to a server on this machine only, until it is interrupted.

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnostic } from '../base/diagnostics.js';
import { type Console, type ExitStatus, refuse } from '../cli/console.js';
import { Analysts } from './analysts.js';
import { makeServer } from './server.js';

export interface ServeRequest {
  readonly flags: readonly string[];
  /** Any free port by default. */
  readonly port?: number;
}

export async function serve({ flags, port = 0 }: ServeRequest, console: Console): Promise<ExitStatus> {
  if (port > 65_535) return refuse(console, diagnostic('bad-usage', `${port} is not a port: the largest is 65535`));
  const token = randomBytes(24).toString('base64url');
  const analysts = new Analysts(mkdtempSync(join(tmpdir(), 'caulk-serve-')), flags);
  const server = makeServer({ token, analysts });
  return new Promise((finish) => {
    const close = async (status: ExitStatus) => {
      server.close();
      server.closeAllConnections();
      await analysts.close();
      finish(status);
    };
    server.on('error', (error) => {
      refuse(console, diagnostic('bad-usage', `cannot listen on port ${port}: ${error.message}`));
      void close(2);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address() as { port: number };
      console.out(`http://127.0.0.1:${address.port}/${token}/\n`);
      console.err('open this page in a browser on this machine; Ctrl+C stops the server\n');
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close(0));
  });
}
