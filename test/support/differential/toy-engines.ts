// Engines that test the harness: a trivially sound one, and unsound ones that must be caught.

import type { HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { Unit } from '../../../src/ir/program.js';
import type { Analysis, ClaimedFinding, EngineUnderTest } from './engine.js';

const RULES = ['leak', 'null-dereference', 'use-after-free', 'double-free', 'invalid-free', 'out-of-bounds'];

/** Any rule on any line. */
function everything(unit: Unit): ClaimedFinding[] {
  const { length } = unit.source.text({ at: 0, end: unit.source.bytes.length }).split('\n');
  return Array.from({ length }, (_, i) => i + 1).flatMap((line) =>
    [...RULES, 'uninitialized-pointer'].map((rule) => ({ rule, line })),
  );
}

/** Allows every heap and every error: useless but sound. */
export const top: EngineUnderTest = {
  name: 'top',
  analyse: (unit): Analysis => ({ covers: () => true, findings: everything(unit), soundness: 'sound' }),
};

/** Assumes that no record ever points to another. */
export const flat: EngineUnderTest = {
  name: 'flat',
  analyse: (unit): Analysis => ({
    covers: (_point, heap) => (hasEdge(heap) ? 'no record is assumed to point to another' : true),
    findings: everything(unit),
    soundness: 'sound',
  }),
};

function hasEdge(heap: HeapSnapshot): boolean {
  return [...heap.nodes.values()].some(
    (node) => node.kind === 'heap' && node.cells.some((c) => c.value.kind === 'pointer'),
  );
}

/** Assumes that no two records ever point to the same one. */
export const unshared: EngineUnderTest = {
  name: 'unshared',
  analyse: (unit): Analysis => ({
    covers: (_point, heap) => (hasSharing(heap) ? 'no record is assumed to be shared' : true),
    findings: everything(unit),
    soundness: 'sound',
  }),
};

function hasSharing(heap: HeapSnapshot): boolean {
  const seen = new Set<number>();
  for (const node of heap.nodes.values()) {
    if (node.kind !== 'heap') continue;
    for (const { value } of node.cells) {
      if (value.kind !== 'pointer') continue;
      if (seen.has(value.node)) return true;
      seen.add(value.node);
    }
  }
  return false;
}

/** Reports every error except leaks. */
export const leakBlind: EngineUnderTest = {
  name: 'leak-blind',
  analyse: (unit): Analysis => ({
    covers: () => true,
    findings: everything(unit).filter((f) => f.rule !== 'leak'),
    soundness: 'sound',
  }),
};
