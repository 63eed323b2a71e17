// Compilers started by a launcher process: same results as without it, also if it is missing or dies.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Frames, frameOf } from '../../src/frontend/frames.js';
import { Launcher } from '../../src/frontend/launcher.js';
import { type CompilerCall, runCompiler } from '../../src/frontend/run-compiler.js';
import '../support/fixed-seed.js';

const BUILT = 'dist/src/frontend/launcher-process.js';

const node = (script: string): CompilerCall => ({ path: process.execPath, words: ['-e', script], directory: '/' });

const CALLS: readonly CompilerCall[] = [
  node('process.stdout.write("x".repeat(300000)); console.error("a word of warning")'),
  node('console.log("ä"); process.exit(3)'),
  { path: '/nowhere/cc', words: [], directory: '/' },
];

describe('frames', () => {
  it('arrive complete and in order, for any chunks of the stream', () => {
    const message = fc.record({ head: fc.record({ text: fc.string({ unit: 'binary' }) }), body: fc.uint8Array() });
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 40 })), (messages, cuts) => {
        const got: { head: unknown; body: Uint8Array }[] = [];
        const frames = new Frames<unknown>((head, body) => got.push({ head, body: Uint8Array.from(body) }));
        let rest = Buffer.concat(messages.map(({ head, body }) => frameOf(head, body)));
        for (const cut of [...cuts, Infinity]) {
          frames.add(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        const sent = messages.map(({ head, body }) => ({ head: JSON.parse(JSON.stringify(head)), body }));
        expect(got).toEqual(sent);
      }),
    );
  });
});

describe('a launcher', () => {
  it.each([
    ['in another process', BUILT],
    ['without one', 'nowhere.js'],
    ['with one that does not answer', 'scripts/closing-line.mjs'],
  ])('gives the result of a direct run, %s', async (_, program) => {
    const launcher = new Launcher(program);
    const [own, other] = await Promise.all(
      [runCompiler, launcher.run].map((run) => Promise.all(CALLS.map((call) => run(call)))),
    );
    launcher.end();
    expect(other).toEqual(own);
    expect(own!.map(({ problem }) => problem !== null)).toEqual([false, true, true]);
    expect(own![0]!.output.length).toBe(300_000);
  });
});
