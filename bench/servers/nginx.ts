// A real nginx with WebDAV on the loopback address, as docs/cluster.md sets it up: a store with a token for writing, with TLS if wanted.
// For benches and tests of what machines share.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { packageFile } from '../../src/base/package-root.js';

export interface Nginx {
  readonly url: string;
  /** Where it keeps its files. */
  readonly data: string;
  stop(): Promise<void>;
}

export const TOKEN = 'a-token-for-a-while';

/** A port of the loopback address that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resume, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resume(port));
    });
  });
}

/** A certificate for the loopback address that signs itself. */
export function makeCertificate(folder: string): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...words, ...subject], { stdio: 'ignore' });
  return { certificate, key };
}

export async function startNginx(folder: string, secure: 'plain' | 'secure' = 'plain'): Promise<Nginx> {
  const port = await freePort();
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const tls = secure === 'secure' ? makeCertificate(folder) : null;
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, data, port, tls));
  const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const process = spawn('/usr/sbin/nginx', words, { stdio: 'ignore' });
  await untilThere(join(folder, 'nginx.pid'), process);
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}/caulk`;
  return { url, data, stop: () => ended(process) };
}

async function untilThere(file: string, process: ChildProcess): Promise<void> {
  while (!existsSync(file)) {
    if (process.exitCode !== null) throw new Error(`nginx has ended with ${process.exitCode}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

export function ended(process: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((resume) => {
    process.on('exit', () => resume());
    process.kill(signal);
  });
}

/** As docs/cluster.md shows it. */
function shownLocation(): string {
  const [, block] = /^```nginx\n([\s\S]*?)^```/m.exec(readFileSync(packageFile('docs/cluster.md'), 'utf8'))!;
  return block!;
}

function configuration(
  folder: string,
  data: string,
  port: number,
  tls: { readonly certificate: string; readonly key: string } | null,
): string {
  const secure = tls ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};` : '';
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
    ${secure}
    ${shownLocation().replace('the-token', TOKEN).replace('/var/cache/caulk', data)}
  }
}
`;
}
