// The engine as the differential harness wants it: what it claims about a unit, and whether it covers a concrete heap.

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

/** What a campaign was worth: programs that the engine followed to their ends, and heaps that were compared. */
export interface Tally extends Compared {
  programs: number;
  followed: number;
}

export const noTally = (): Tally => ({ programs: 0, followed: 0, heaps: 0, passed: 0, givenUp: 0 });

/** The engine with one abstraction, so that each is tried on programs that another would be enough for. */
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

/** Of programs with several fields, every other is looked at as if two of them answered each other. */
function linked(scene: Scene, turn: number): Scene {
  const [forth, back] = [...scene.fields.keys()];
  if (back === undefined || turn % 2 === 0) return scene;
  return { ...scene, links: { forth: new Set([forth!]), back: new Set([back]) } };
}

function claimsOf({ ledger }: StackAnalysis): ClaimedFinding[] {
  const lineOf = (site: Site) => site.source.locate(site.at).line;
  const findings: ClaimedFinding[] = ledger.findings().map(({ rule, site }) => ({ rule, line: lineOf(site) }));
  // What could not be proved counts as claimed: the engine does not say that it is fine.
  for (const { property, status, site } of ledger.obligations()) {
    if (status === 'proved') continue;
    for (const rule of RULES[property]) findings.push({ rule, line: lineOf(site) });
  }
  return findings;
}

/** A run that forgets dead variables sees memory lost earlier than it is: what counts is that it sees it. */
function leaksAnywhere({ source }: Unit, findings: readonly ClaimedFinding[]): ClaimedFinding[] {
  if (findings.every((f) => f.rule !== 'leak')) return [];
  const lines = source.bytes.filter((b) => b === 10).length + 1;
  return Array.from({ length: lines }, (_, i) => ({ rule: 'leak', line: i + 1 }));
}

/** What is lost when a result is stored, the interpreter locates at the return, the engine at the call. */
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
