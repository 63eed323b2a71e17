#!/usr/bin/env node
// The program `caulk`: runs the command line and sets the exit status.
// Last stage of the way of the data. Commands are loaded on demand, so that `--version` is instant.

import { readFileSync } from 'node:fs';
import { runCommandLine } from './program.js';

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stream: process.stdout,
  input: () => readFileSync(process.stdin.fd),
  environment: process.env,
});
