// The server of the local page: serves the page and runs analyses for it, nothing else.
// Between serve.ts, which starts it, and the analysts.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { engineNames } from '../engines/registry.js';
import { type PageDocument, writeDocument } from '../report/html/document.js';
import type { Analysts } from './analysts.js';
import { readQuestion } from './body.js';
import { readExamples } from './examples.js';
import { admit } from './gate.js';
import type { WorkbenchData } from './protocol.js';

export interface ServerParts {
  readonly token: string;
  readonly analysts: Analysts;
}

export function makeServer({ token, analysts }: ServerParts): Server {
  const data: WorkbenchData = { engines: ['auto', ...engineNames], examples: readExamples() };
  const document = writeDocument({ title: 'caulk', page: 'workbench', data });
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    const { port } = server.address() as { port: number };
    const admission = admit(request, { port, token });
    response.on('error', () => {}); // the client has disconnected
    if (admission === 'page') sendPage(response, document);
    else if (admission === 'analyse') void analyse(request, response, analysts);
    else send(response, admission.status, '', admission.allow ? { Allow: admission.allow } : {});
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.maxConnections = 50;
  return server;
}

/** No caching, no referrer, no framing. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

function sendPage(response: ServerResponse, { html, policy }: PageDocument): void {
  const headers = { 'Content-Security-Policy': `${policy}; frame-ancestors 'none'` };
  send(response, 200, html, { ...headers, 'Content-Type': 'text/html; charset=utf-8' });
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>>): void {
  if (response.destroyed || response.headersSent) return;
  const kind = { 'Content-Type': 'text/plain; charset=utf-8', Connection: status === 200 ? 'keep-alive' : 'close' };
  response.writeHead(status, { ...HEADERS, ...kind, ...headers }).end(body);
}

/** Stops when the client disconnects, for example because it has a newer text. */
async function analyse(request: IncomingMessage, response: ServerResponse, analysts: Analysts): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    const question = await readQuestion(request);
    if (typeof question === 'number') return send(response, question, '', {});
    const answer = await analysts.ask(question, gone.signal);
    send(response, 200, JSON.stringify(answer), { 'Content-Type': 'application/json' });
  } catch {
    send(response, 400, '', {}); // the body is incomplete
  }
}
