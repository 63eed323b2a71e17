#!/usr/bin/env node
// The program `caulk`: runs the command line and sets the exit status.
// Last stage of the way of the data. Commands are loaded on demand, so that `--version` is instant.

import { readFileSync } from 'node:fs';

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** The commands whose start is worth keeping code for. */
const BUNDLED: readonly string[] = ['check', 'prove', 'run', 'ir', 'shapes'];

const words = process.argv.slice(2);
const command = BUNDLED.find((name) => name === words[0]);
const bundle = command === undefined ? null : (await import('./bundle.js')).loadBundle(command);
const { runCommandLine } = bundle?.program ?? (await import('./program.js'));

process.exitCode = await runCommandLine(words, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stream: process.stdout,
  input: () => readFileSync(process.stdin.fd),
  environment: process.env,
});
bundle?.keepCode();
