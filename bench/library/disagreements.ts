// Every disagreement that `caulk bench library` found, with the shortest program that shows it; what was not interpreted, and
// what was left out. As data for `--json`, as text otherwise.

import { shortProgram, type WrongProof } from './cover.js';
import type { Group, GroupResult, LibraryResult } from './library.js';
import { isMisused, unique } from './report.js';

export interface Disagreement {
  /** `different: result`, `not covered: valid-deref`, `misused`. */
  readonly kind: string;
  /** The function, or the directive. */
  readonly name: string;
  readonly real: string;
  readonly ours: string;
  readonly program: string;
}

/** Names by reason. */
export interface Gap {
  readonly reason: string;
  readonly names: readonly string[];
}

export interface Details {
  readonly disagreements: readonly Disagreement[];
  readonly crashes: readonly string[];
  readonly notInterpreted: readonly Gap[];
  readonly leftOut: readonly Gap[];
  readonly forgotten: readonly string[];
}

export const detailsOf = (result: LibraryResult): Details => ({
  disagreements: [
    ...result.groups.flatMap(differencesOf),
    ...result.groups.filter(isMisused).map(misuseOf),
    ...wrongProofs(result.wrong),
  ],
  crashes: result.crashes,
  notInterpreted: byReason(result.groups.flatMap(obstaclesOf)),
  leftOut: byReason(result.leftOut),
  forgotten: result.forgotten,
});

export function explain(details: Details): string {
  const gaps = (title: string, all: readonly Gap[]) =>
    all.map(({ reason, names }) => `${title}, ${names.length}: ${reason}: ${names.join(' ')}`);
  const lines = [
    ...details.disagreements.map((d) => `${d.kind}: ${d.name}: really ${d.real}, ours ${d.ours}:\n${d.program}`),
    ...details.crashes.map((crash) => `crashed: ${crash}`),
    ...gaps('not interpreted', details.notInterpreted),
    ...gaps('left out', details.leftOut),
    ...details.forgotten.map((name) => `forgotten: ${name}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** One of each kind: that with the shortest program. */
function differencesOf(g: GroupResult): Disagreement[] {
  const all = g.comparisons.flatMap((c, i) =>
    c.differences.map(({ kind, real, ours }) => ({
      kind: `different: ${kind}`,
      name: g.name,
      real,
      ours,
      program: describeCall(g, i),
    })),
  );
  return unique(all.map((d) => d.kind)).map((kind) => shortest(all.filter((d) => d.kind === kind)));
}

const shortest = (all: readonly Disagreement[]): Disagreement =>
  [...all].sort((a, b) => a.program.length - b.program.length)[0]!;

function misuseOf(g: GroupResult): Disagreement {
  const i = g.observations.findIndex((o, k) => o.error !== null && !g.calls[k]!.faulty);
  const { kind, block } = g.observations[i]!.error!;
  return {
    kind: 'misused',
    name: g.name,
    real: `${kind} ${block ?? ''}`,
    ours: 'a sound call',
    program: describeCall(g, i),
  };
}

/** One for each function, property and set of engines. */
function wrongProofs(wrong: readonly WrongProof[]): Disagreement[] {
  const all = wrong.map(({ engines, cover }) => ({
    kind: `not covered: ${cover.property}`,
    name: cover.call.function,
    real: cover.claim,
    ours: `proved impossible by ${engines.join(', ')}`,
    program: shortProgram(cover),
  }));
  const keyOf = (d: Disagreement) => `${d.kind} ${d.name} ${d.ours}`;
  return unique(all.map(keyOf)).map((key) => shortest(all.filter((d) => keyOf(d) === key)));
}

/** The function itself is unknown to the interpreter, or another one that the call needs. */
function obstaclesOf({ name, comparisons }: GroupResult): { name: string; reason: string }[] {
  const reasons = unique(comparisons.flatMap((c) => c.obstacle ?? []));
  return reasons.map((reason) => ({ name, reason: reason.replace(new RegExp(`\\b${name}\\b`), 'it') }));
}

function byReason(all: readonly { readonly name: string; readonly reason: string }[]): Gap[] {
  return unique(all.map((o) => o.reason)).map((reason) => ({
    reason,
    names: all.filter((o) => o.reason === reason).map((o) => o.name),
  }));
}

function describeCall(g: Group, i: number): string {
  const call = g.calls[i]!;
  const code = [...call.cells.map((c) => `${c.name} = ${c.initially}`), ...call.before, call.expression].join(' ');
  const blocks = call.blocks
    .filter((b) => new RegExp(`\\b${b.name}\\b`).test(code))
    .map((b) => `${b.name} = ${b.bytes === null ? b.size : JSON.stringify(Buffer.from(b.bytes).toString('latin1'))};`);
  const cells = call.cells.map((c) => `${c.name} = ${c.initially};`);
  return [...blocks, ...cells, ...call.before, call.definition.trim(), `${call.expression};`]
    .filter((s) => s !== '')
    .join(' ');
}
