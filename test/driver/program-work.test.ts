// Answers about a program are kept, and reused as long as nothing that they may depend on has changed.
// The cache is in memory; everything happens in this thread.

import { describe, expect, it } from 'vitest';
import { analyseInThisThread } from '../../src/driver/project/analyse-program.js';
import { type Cache, noCache } from '../../src/driver/project/cache.js';
import { ProgramWork } from '../../src/driver/project/program-work.js';
import { WorkerPool } from '../../src/driver/project/worker-pool.js';
import type { Finding } from '../../src/engines/engine.js';
import { modular } from '../../src/engines/modular/engine.js';
import type { PackedFunction } from '../../src/ir/pack/open.js';
import { packProgram } from '../../src/ir/pack/pack-program.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

function memoryCache(): Cache {
  const kept = new Map<string, Uint8Array>();
  return { ...noCache, answer: (key) => kept.get(key) ?? null, keepAnswer: (key, bytes) => kept.set(key, bytes) };
}

function workOn(text: string, cache: Cache): ProgramWork {
  const unit = readUnit('a.c', new TextEncoder().encode(text), LP64);
  const objects = packProgram(linkWithModels([unit], LP64));
  return new ProgramWork({ program: PackedProgram.open(objects), objects, cache, pool: new WorkerPool(1) });
}

const functionIn = ({ means }: ProgramWork, name: string) => means.program.functionNamed(name) as PackedFunction;

describe('an engine', () => {
  const CALLEE = 'void free(void *);\nstatic void callee(char *p) { free(p); free(p); }\n';
  const REST = 'int table[2] = { 1, 2 };\nvoid entry(char *p) { if (table[0]) callee(p); }\n';
  const OPTIONS = { mallocMayFail: false, leakAtExit: false, budget: 100 };
  const cache = memoryCache();

  async function ask(text: string, options = OPTIONS) {
    const work = workOn(text, cache);
    const entry = functionIn(work, 'entry');
    const said = await work.analyse(entry, { engine: 'paths', options });
    expect(said.analysed).toContain(entry);
    expect(said.findings[0]?.site.source).toBe(entry.body!.source);
    return { asked: work.asked, said: said.findings.map(({ rule, message, condition }) => [rule, message, condition]) };
  }

  it('is not asked again as long as the code is unchanged', async () => {
    const first = await ask(CALLEE + REST);
    expect(first.asked).toBe(1);
    expect(await ask(CALLEE + REST)).toEqual({ ...first, asked: 0 });
    expect((await ask(`${CALLEE}${REST}int later(void) { return 7; }\n`)).asked).toBe(0);
  });

  it('is asked again when a reachable function, a variable, a line or an option changes', async () => {
    await ask(CALLEE + REST);
    expect((await ask(CALLEE.replace('free(p);', 'free(p); p = p;') + REST)).asked).toBe(1);
    expect((await ask(CALLEE + REST.replace('1, 2', '1, 3'))).asked).toBe(1);
    expect((await ask(`\n${CALLEE}${REST}`)).asked).toBe(1);
    expect((await ask(CALLEE + REST, { ...OPTIONS, budget: 99 })).asked).toBe(1);
    expect((await ask(CALLEE + REST)).asked).toBe(0);
  });
});

describe('runs', () => {
  const TEXT = `void *malloc(unsigned long);
void free(void *);
int keep(int n) {
  char *p = malloc(4);
  if (n == 7) return 1;
  free(p);
  return 0;
}
int main(int argc, char **argv) { return keep(argc + 6); }
`;

  const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

  function leakIn({ means: { program } }: ProgramWork): Finding {
    const { result } = analyseInThisThread({ engine: modular, program, options: OPTIONS, entries: [] });
    return result.findings.find(({ rule }) => rule === 'leak')!;
  }

  it('from the function of a finding are kept, with all that a report needs of them', async () => {
    const cache = memoryCache();
    const [first, second] = [workOn(TEXT, cache), workOn(TEXT, cache)];
    const shown = await first.try(leakIn(first));
    expect(shown).toMatchObject({ kind: 'shown', run: { given: [{ path: 'n' }] } });
    const again = await second.try(leakIn(second));
    expect([first.asked, second.asked]).toEqual([1, 0]);
    expect(again.kind === 'shown' && again.route.function).toBe(functionIn(second, 'keep'));
    const plain = (answer: object) => JSON.stringify(answer, (key, part) => (/route|type/.test(key) ? null : part));
    expect(plain(again)).toBe(plain(shown));
  });

  it('of the whole program are kept, and made again if any code changes', async () => {
    const cache = memoryCache();
    const explore = async (text: string) => {
      const work = workOn(text, cache);
      const { runs: shown } = await work.explore(work.means.program.units.slice(0, 1), [], { steps: 200_000 });
      return { asked: work.asked, lost: shown.map(({ run }) => run.lost.map(({ allocated }) => allocated?.line)) };
    };
    const first = await explore(TEXT);
    expect(first).toEqual({ asked: 1, lost: [[4]] });
    expect(await explore(TEXT)).toEqual({ ...first, asked: 0 });
    expect((await explore(`${TEXT}int later(void) { return 7; }\n`)).asked).toBe(1);
  });
});
