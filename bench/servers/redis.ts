// A real Redis on the loopback address, with a password, which keeps what it has when it is stopped.
// For benches and tests of workers.

import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { ended, freePort } from './nginx.js';

export const PASSWORD = 'a-password-for-a-while';

export class RedisServer {
  private process: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(folder: string): Promise<RedisServer> {
    const server = new RedisServer(folder, await freePort());
    const lines = [
      `port ${server.port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `requirepass ${PASSWORD}`,
      'appendonly yes',
    ];
    writeFileSync(join(folder, 'redis.conf'), [...lines, 'save ""', 'maxmemory-policy noeviction', ''].join('\n'));
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.process = spawn('/usr/bin/redis-server', [join(this.folder, 'redis.conf')], { stdio: 'ignore' });
    while (!(await this.answers())) await new Promise((resume) => setTimeout(resume, 20));
  }

  /** As a crash of the machine would end it. */
  async kill(): Promise<void> {
    await ended(this.process!, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await ended(this.process!);
  }

  private answers(): Promise<boolean> {
    return new Promise((resume) => {
      const socket = createConnection(this.port, '127.0.0.1', () => {
        socket.destroy();
        resume(true);
      });
      socket.on('error', () => resume(false));
    });
  }
}
