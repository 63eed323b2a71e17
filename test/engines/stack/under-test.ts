// Adapter of the engine for differential tests: its findings on a unit, and whether it covers a concrete heap.

import type { Property, Rule, Site } from '../../../src/engines/engine.js';
import type { Abstraction } from '../../../src/engines/stack/abstraction.js';
import { run, type StackAnalysis } from '../../../src/engines/stack/engine.js';
import { type Scene, setScene } from '../../../src/engines/stack/scene.js';
import { Program } from '../../../src/ir/link.js';
import type { Unit } from '../../../src/ir/program.js';
import type { Analysis, ClaimedFinding, EngineUnderTest } from '../../support/differential/engine.js';
import { type Compared, coverage } from './coverage.js';

const RULES: Readonly<Record<Property, readonly Rule[]>> = {
  'valid-deref': ['null-dereference', 'use-after-free', 'uninitialized-pointer', 'out-of-bounds'],
  'valid-free': ['double-free', 'invalid-free', 'uninitialized-pointer'],
  'valid-memtrack': ['leak'],
  'valid-memcleanup': [],
};

const BUDGET = 60_000;

/** Statistics: programs that the engine analysed to the end, and heaps compared. */
export interface Tally extends Compared {
  programs: number;
  followed: number;
}

export const noTally = (): Tally => ({ programs: 0, followed: 0, heaps: 0, passed: 0, givenUp: 0 });

/** The engine with one abstraction, so that each is also tested on programs for which another suffices. */
export const stackUnderTest = (abstraction: Abstraction, tally: Tally): EngineUnderTest => ({
  name: 'stack',
  analyse(unit): Analysis | null {
    const program = new Program([unit]);
    const entry = program.functionNamed('main')!;
    const options = { mallocMayFail: false, leakAtExit: false, budget: BUDGET };
    const scene = linked(setScene(program, entry), tally.programs++);
    const analysis = run({ program, entry, options }, abstraction, 'budget', scene);
    if (analysis.ledger.incomplete) return null;
    tally.followed++;
    const findings = claimsOf(analysis);
    const displaced =
      abstraction.memory === 'live' ? leaksAnywhere(unit, findings) : leaksAtReturns(analysis, findings);
    return { covers: coverage(analysis, tally), findings: [...findings, ...displaced], soundness: 'sound' };
  },
});

/** Every second program with several fields is analysed with two of them as inverse directions. */
function linked(scene: Scene, turn: number): Scene {
  const [forth, back] = [...scene.fields.keys()];
  if (back === undefined || turn % 2 === 0) return scene;
  return { ...scene, links: { forth: new Set([forth!]), back: new Set([back]) } };
}

function claimsOf({ ledger }: StackAnalysis): ClaimedFinding[] {
  const lineOf = (site: Site) => site.source.locate(site.at).line;
  const findings: ClaimedFinding[] = ledger.findings().map(({ rule, site }) => ({ rule, line: lineOf(site) }));
  // An open obligation counts as a finding: the engine does not prove it.
  for (const { property, status, site } of ledger.obligations()) {
    if (status === 'proved') continue;
    for (const rule of RULES[property]) findings.push({ rule, line: lineOf(site) });
  }
  return findings;
}

/** With liveness, the engine reports leaks earlier than they happen; the place is not compared. */
function leaksAnywhere({ source }: Unit, findings: readonly ClaimedFinding[]): ClaimedFinding[] {
  if (findings.every((f) => f.rule !== 'leak')) return [];
  const lines = source.bytes.filter((b) => b === 10).length + 1;
  return Array.from({ length: lines }, (_, i) => ({ rule: 'leak', line: i + 1 }));
}

/** Memory lost when a result is stored: the interpreter reports it at the return, the engine at the call. */
function leaksAtReturns({ scene }: StackAnalysis, findings: readonly ClaimedFinding[]): ClaimedFinding[] {
  const lines = new Set(findings.filter((f) => f.rule === 'leak').map((f) => f.line));
  return scene.sites.flatMap(({ caller, callee, instr }) => {
    const { source } = scene.functions.get(caller)!.body;
    if (!lines.has(source.locate(instr.at).line)) return [];
    const { body } = scene.functions.get(callee)!;
    const returns = body.blocks.filter((b) => b.terminator.kind === 'return');
    return returns.map((b) => ({ rule: 'leak', line: body.source.locate(b.terminator.at).line }));
  });
}
