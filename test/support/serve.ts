// Starts `caulk serve` as a user does and sends requests, with a browser or directly.

import { type ChildProcess, spawn } from 'node:child_process';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

export interface Served {
  readonly url: URL;
  readonly process: ChildProcess;
  stop(): Promise<number | null>;
}

export async function startServer(...words: readonly string[]): Promise<Served> {
  const child = spawn('./caulk', ['serve', ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data)));
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const stop = () =>
    new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGINT');
    });
  return { url: new URL(line.trim()), process: child, stop };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with exactly the given headers, including Host. */
export function ask(url: URL, options: RequestOptions, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const made = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
    });
    made.on('error', reject);
    made.end(body);
  });
}
