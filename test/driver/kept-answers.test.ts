// Cached answers of engines are reused as long as nothing that the engine may have read has changed.
// The cache is in memory.

import { expect, it } from 'vitest';
import { type Cache, noCache } from '../../src/driver/project/cache.js';
import { type EntryAnswer, KeptAnswers } from '../../src/driver/project/kept-answers.js';
import { because } from '../../src/engines/reason.js';
import { reachableFrom } from '../../src/engines/shared/reachable-functions.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const CALLEE = 'static int callee(int x) { return x + 1; }\n';
const REST = 'int table[2] = { 1, 2 };\nint entry(int x) { return callee(x); }\n';

const kept = new Map<string, Uint8Array>();
const cache: Cache = {
  ...noCache,
  answer: (key) => kept.get(key) ?? null,
  keepAnswer: (key, bytes) => kept.set(key, bytes),
};

const OPTIONS = { mallocMayFail: false, leakAtExit: false, budget: 1 };

/** Does the engine analyse `entry` of this program? */
function isAsked(text: string, options = OPTIONS): { readonly asked: boolean; readonly said: EntryAnswer | null } {
  const unit = readUnit('a.c', new TextEncoder().encode(text), LP64);
  const program = PackedProgram.open([packUnit(unit, { id: 'a.c', main: 'a.c', pathOf: (file) => file })]);
  const entry = program.functionNamed('entry')!;
  let asked = false;
  const analyse = (): EntryAnswer => {
    asked = true;
    const { source, at, end } = entry.body!;
    const site = { source, at, end };
    const common = { rule: 'leak', certainty: 'possible', engine: 'paths', message: 'm', condition: 'x > 1' } as const;
    const finding = { ...common, function: 'entry', site, trace: [{ site, message: 'here' }], allocation: null };
    const obligations = [{ property: 'valid-free', status: 'unknown' } as const];
    return { findings: [finding], obligations, assumptions: [because('environment', 'a')], analysed: [entry] };
  };
  const reach = reachableFrom(program, entry);
  const said = new KeptAnswers(program, cache).recall({ engine: 'paths', options, entry, reach }, analyse);
  expect(said?.analysed).toEqual([entry]);
  expect(said?.findings[0]?.site.source).toBe(entry.body!.source);
  return { asked, said };
}

it('is reused, in full, as long as the code it depends on is unchanged', () => {
  const first = isAsked(CALLEE + REST);
  const second = isAsked(CALLEE + REST);
  expect([first.asked, second.asked]).toEqual([true, false]);
  const plain = ({ said }: typeof first) => ({
    ...said,
    analysed: [],
    findings: said!.findings.map((f) => f.condition),
  });
  expect(plain(second)).toEqual(plain(first));
  expect(isAsked(`${CALLEE}${REST}int later(void) { return 7; }\n`).asked).toBe(false);
});

it('is dropped when a reachable function, a variable, a line or an option changes', () => {
  isAsked(CALLEE + REST);
  expect(isAsked(CALLEE.replace('+ 1', '+ 2') + REST).asked).toBe(true);
  expect(isAsked(CALLEE + REST.replace('1, 2', '1, 3')).asked).toBe(true);
  expect(isAsked(`\n${CALLEE}${REST}`).asked).toBe(true);
  expect(isAsked(CALLEE + REST, { ...OPTIONS, budget: 2 }).asked).toBe(true);
  expect(isAsked(CALLEE + REST).asked).toBe(false);
});
