// Proofs of functions against runs: where a run of a whole program shows an error inside a proved function, an assumption
// of the proof names that line. On test programs with a main, many of which were made to mislead engines that prove: a
// sixth of them, or all with CAULK_PROGRAMS=all.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FunctionProver } from '../../src/driver/project/function-prover.js';
import { findViolations } from '../../src/driver/replay/confirm.js';
import { findingsOfRun } from '../../src/driver/replay/run-findings.js';
import type { Rule } from '../../src/engines/engine.js';
import type { ReasonKind } from '../../src/engines/reason.js';
import { findProvers } from '../../src/engines/registry.js';
import { PROPERTIES } from '../../src/engines/shared/ledger.js';
import { hasBody } from '../../src/ir/link.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { isModel } from '../../src/models/origin.js';
import { LP64 } from '../../src/types/types.js';
import { preprocessed } from '../support/headers.js';

const ROOT = new URL('../programs', import.meta.url).pathname;
const OPTIONS = { mallocMayFail: false, failingAllocations: 'followed', leakAtExit: false } as const;
const engines = await findProvers(['paths']);

/** The kinds of assumptions that can exclude an error of each rule. */
const EXCLUDING: Readonly<Record<Rule, readonly ReasonKind[]>> = {
  leak: ['ownership', 'typed-memory'],
  'null-dereference': ['not-null', 'in-bounds', 'environment'],
  'unchecked-allocation': ['environment', 'not-null'],
  'use-after-free': ['valid-argument', 'valid-memory', 'valid-result', 'in-bounds'],
  'uninitialized-pointer': ['valid-argument', 'valid-memory', 'valid-result', 'in-bounds', 'not-null'],
  'out-of-bounds': ['valid-argument', 'valid-memory', 'valid-result', 'in-bounds', 'not-null'],
  'double-free': ['ownership'],
  'invalid-free': ['ownership'],
  'mismatched-free': ['ownership'],
};

const programs = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.c'))
  .filter((name) => /\bmain\s*\(/.test(readFileSync(join(ROOT, name), 'utf8')))
  .sort()
  .filter((_, i) => process.env.CAULK_PROGRAMS === 'all' || i % 6 === 0);

/** Errors that a few runs show, by function and line. */
function errorsIn(unit: ReturnType<typeof readUnit>) {
  const effort = {
    steps: 60_000,
    allocations: 'may fail',
    start: { strangers: 'pass', surroundings: 'searched' },
  } as const;
  const violations = findViolations([unit], new Set(PROPERTIES), effort);
  return [...violations.values()].flatMap(({ run }) => findingsOfRun(run, (file) => file));
}

it('no run shows an error in a proved function that its assumptions do not exclude', { timeout: 900_000 }, () => {
  const wrong: string[] = [];
  let [proved, shown, excused] = [0, 0, 0];
  for (const name of programs) {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const whole = preprocessed([`-I${join(ROOT, dirname(name))}`], text);
    const unit = readUnit(name, new TextEncoder().encode(whole), LP64);
    const program = linkWithModels([unit], LP64, []);
    const prover = new FunctionProver({ program, engines, options: OPTIONS, steps: 150 });
    const errors = errorsIn(unit);
    for (const f of program.defined().filter((g) => hasBody(g) && !isModel(g))) {
      const { proof } = prover.prove(f);
      if (!proof) continue;
      proved++;
      for (const error of errors.filter((e) => e.function === f.name)) {
        shown++;
        const excludes = proof.assumptions.some(
          ({ kind, text: said }) => EXCLUDING[error.rule].includes(kind) && said.endsWith(`line ${error.line})`),
        );
        if (excludes) excused++;
        else wrong.push(`${name}:${error.line}: ${error.rule} in ${f.name}, proved by ${proof.engine}`);
      }
    }
  }
  console.log(
    `${programs.length} programs, ${proved} proofs, ${shown} errors in proved functions, ${excused} excluded`,
  );
  expect(wrong).toEqual([]);
  expect(proved).toBeGreaterThan(300);
});
