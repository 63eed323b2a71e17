// The engine as the differential harness wants it: what it claims about a unit, and whether it covers a concrete heap.

import type { Property, Rule } from '../../../src/engines/engine.js';
import { analyse, type StackAnalysis } from '../../../src/engines/stack/stack-engine.js';
import { Program } from '../../../src/ir/link.js';
import type { Analysis, ClaimedFinding, EngineUnderTest } from '../../differential/engine.js';
import { coverage } from './coverage.js';

const RULES: Readonly<Record<Property, readonly Rule[]>> = {
  'valid-deref': ['null-dereference', 'use-after-free', 'uninitialized-pointer', 'out-of-bounds'],
  'valid-free': ['double-free', 'invalid-free', 'uninitialized-pointer'],
  'valid-memtrack': ['leak'],
  'valid-memcleanup': [],
};

export const stackUnderTest: EngineUnderTest = {
  name: 'stack',
  analyse(unit): Analysis | null {
    const program = new Program([unit]);
    const entry = program.functionNamed('main')!;
    const options = { mallocMayFail: false, leakAtExit: false, budget: 1500 };
    const analysis = analyse({ program, entry, options });
    if (analysis.ledger.incomplete) return null;
    const findings: ClaimedFinding[] = analysis.ledger.findings().map(({ rule, site }) => ({
      rule,
      line: site.source.locate(site.at).line,
    }));
    // What could not be proved counts as claimed: the engine does not say that it is fine.
    for (const { property, status, site } of analysis.ledger.obligations()) {
      if (status === 'proved') continue;
      for (const rule of RULES[property]) findings.push({ rule, line: site.source.locate(site.at).line });
    }
    return {
      covers: coverage(analysis),
      findings: [...findings, ...leaksAtReturns(analysis, findings)],
      soundness: 'sound',
    };
  },
};

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
