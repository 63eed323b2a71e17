// Compares the findings of the engine on a random program with the errors of all runs: none missed, none false.
// Known limits of the engine, which its README lists, are excluded here, each with its reason.

import { analyseBySummaries } from '../../../../src/driver/project/ask-engine.js';
import { modular } from '../../../../src/engines/modular/engine.js';
import type { Unit } from '../../../../src/ir/program.js';
import { readUnit } from '../../../../src/ir/unit.js';
import { linkWithModels } from '../../../../src/models/load.js';
import { LP64 } from '../../../../src/types/types.js';
import { driverOf, type Program, printDrivers, printProgram } from './programs.js';
import { runAll, type Shown } from './runs.js';

/** Random programs test at random: that shows nothing about what is dereferenced before. */
const OPTIONS = {
  mallocMayFail: false,
  leakAtExit: false,
  failingAllocations: 'followed',
  budget: 2_500,
  withoutBeliefs: ['tested-after-use', 'decided-in-between'],
} as const;

export interface Tally {
  /** Errors of runs that were found, and findings that a run confirms, by rule. */
  readonly found: Map<string, number>;
  readonly shown: Map<string, number>;
}

interface Claimed {
  readonly rule: string;
  readonly line: number;
}

/** What is wrong with the findings on one program; null if nothing is. */
export function complainAbout(program: Program, tally: Tally): string | null {
  const text = printProgram(program);
  const unit = read(text);
  const claimed = findingsIn(unit);
  const errors = runAll(unit, 'main');
  for (const error of errors.filter((e) => !isBeyond(e))) {
    if (!claimed.some((c) => isSame(unit, c, error)))
      return `${error.rule} at line ${error.lines.join(' in ')} on input ${error.input} is not found`;
    count(tally.found, error.rule);
  }
  let all = errors;
  for (const claim of errors.some(isInCallee) ? [] : claimed) {
    if (!all.some((e) => isSame(unit, claim, e))) all = [...errors, ...fromDrivers(program, text)];
    if (!all.some((e) => isSame(unit, claim, e)))
      return `${claim.rule} at line ${claim.line} is reported, and no run shows it`;
    count(tally.shown, claim.rule);
  }
  return null;
}

/**
 * A null argument that a function dereferences in only some of its outcomes is not reported. A dereference of the
 * result of a failed allocation is a rule of its own.
 */
const isBeyond = ({ rule, lines, failing }: Shown): boolean =>
  rule === 'null-dereference' && (failing || lines.length > 1);

/** The engine continues in the caller after a call with an error. */
const isInCallee = ({ rule, lines }: Shown): boolean => rule !== 'leak' && lines.length > 1;

/**
 * A finding may be at the error or at a call that leads there. A pointer of the caller that a callee overwrites is
 * reported at its last store.
 */
function isSame(unit: Unit, { rule, line }: Claimed, error: Shown): boolean {
  if (rule !== error.rule) return false;
  if (error.lines.includes(line)) return true;
  return rule === 'leak' && error.lines.slice(0, -1).some((other) => isInOneFunction(unit, line, other));
}

function isInOneFunction({ functions, source }: Unit, ...lines: readonly number[]): boolean {
  return functions.some(({ body }) => {
    if (!body) return false;
    const [first, last] = [source.locate(body.at).line, source.locate(body.end).line];
    return lines.every((line) => first <= line && line <= last);
  });
}

function findingsIn(unit: Unit): Claimed[] {
  const { findings } = analyseBySummaries(modular, linkWithModels([unit], LP64, []), OPTIONS).result;
  return findings.map(({ rule, site }) => ({ rule, line: site.source.locate(site.at).line }));
}

/** A finding in a function holds for some arguments, not only for those that `main` passes. */
function fromDrivers(program: Program, text: string): Shown[] {
  const unit = read(text + printDrivers(program));
  return program.helpers.flatMap((_, i) => runAll(unit, driverOf(i)));
}

function read(text: string): Unit {
  const unit = readUnit('random.c', new TextEncoder().encode(text), LP64);
  const [problem] = unit.diagnostics;
  if (problem) throw new Error(`the generator produced an invalid program: ${problem.message}\n${text}`);
  return unit;
}

function count(counts: Map<string, number>, rule: string): void {
  counts.set(rule, (counts.get(rule) ?? 0) + 1);
}
