// The process of launcher.ts: reads orders, starts compilers, writes their output.
// Exits at the end of its input.

import { Frames, frameOf } from './frames.js';
import type { LauncherAnswer, LauncherOrder } from './launcher.js';
import { runCompiler } from './run-compiler.js';

const frames = new Frames<LauncherOrder>(async ({ number, ...call }) => {
  const { output, errors, problem } = await runCompiler(call);
  const answer: LauncherAnswer = { number, errors, problem };
  process.stdout.write(frameOf(answer, output));
});

process.stdin.on('data', (chunk: Buffer) => frames.add(chunk));
process.stdin.on('end', () => process.exit());
