// The file for containers in docs/cluster.md is what it says: its worker starts with options that exist, and its secrets are in no command.
// The nginx configuration shown there is that of test/support/nginx.ts.

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { workerOptions } from '../../src/cli/options.js';

const [, block] = /^```yaml\n([\s\S]*?)^```/m.exec(readFileSync('docs/cluster.md', 'utf8'))!;
const { services, volumes, secrets } = parse(block!);

it('starts workers as the command line takes it', () => {
  const [name, ...words] = services.worker.command;
  const command = new Command(name).exitOverride();
  for (const option of workerOptions()) command.addOption(option);
  command.parse(words, { from: 'user' });
  expect(name).toBe('worker');
  expect(new URL(command.opts().queue).hostname).toBe('queue');
  expect(new URL(command.opts().store).hostname).toBe('store');
});

it('names what it uses', () => {
  expect(Object.keys(services)).toEqual(['queue', 'store', 'worker']);
  expect(Object.keys(volumes)).toEqual(['contents']);
  expect(secrets.queue.environment).toBe('CAULK_QUEUE_PASSWORD');
  expect(services.worker.environment).toEqual(['CAULK_QUEUE_PASSWORD', 'CAULK_STORE_TOKEN']);
});
