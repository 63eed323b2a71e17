// The result of `caulk bench library` in words: a row for each part of the library, aims, and every disagreement by name.
// Last stage of the bench.

import type { EngineName } from '../../src/engines/engine.js';
import { PROVERS } from '../../src/engines/registry.js';
import type { BenchResult } from '../result.js';
import { shortProgram, type WrongProof } from './cover.js';
import type { Group, GroupResult, LibraryResult } from './library.js';

export function summarize(result: LibraryResult): Pick<BenchResult, 'rows' | 'aims'> {
  const files = unique([...result.groups, ...result.leftOut].map((g) => g.file)).sort();
  const rows = files.map((file) => rowOf(file, result));
  const none = (aim: string, bad: readonly string[]) => ({
    aim,
    target: '0',
    measured: shorten(bad),
    met: bad.length === 0,
  });
  return {
    rows,
    aims: [
      none('models neither exercised nor left out', result.forgotten),
      none('functions that the interpreter gets wrong', unique(result.groups.filter(differs).map((g) => g.name))),
      none('functions that an engine does not cover', unique(result.wrong.map((w) => w.cover.call.function))),
      none('crashes of engines', result.crashes),
      none('sound calls that fail in the real library', unique(result.groups.filter(isMisused).map((g) => g.name))),
    ],
  };
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const shorten = (all: readonly string[]): string =>
  all.length === 0 ? '0' : `${all.length}: ${all.slice(0, 8).join(', ')}${all.length > 8 ? ', …' : ''}`;
const differs = (g: GroupResult): boolean => g.comparisons.some((c) => c.differences.length > 0);
const isUninterpreted = (g: GroupResult): boolean => g.comparisons.every((c) => c.obstacle !== null);

/** A call that was meant to be right failed: the hint is wrong, or the library is. */
const isMisused = (g: GroupResult): boolean => g.observations.some((o, i) => o.error !== null && !g.calls[i]!.faulty);

/** How many functions each engine decides if nothing is claimed. */
function decidedBy(names: ReadonlySet<string>, { decided }: LibraryResult) {
  const own = decided.filter(({ cover }) => names.has(cover.call.function));
  const count = (engine: EngineName) =>
    unique(own.filter((d) => d.engines.includes(engine)).map((d) => d.cover.call.function)).length;
  return Object.fromEntries(PROVERS.map((engine) => [engine, count(engine)]));
}

function rowOf(file: string, result: LibraryResult) {
  const { groups, wrong, leftOut } = result;
  const own = groups.filter((g) => g.file === file);
  const names = new Set(own.flatMap((g) => g.calls.map((c) => c.function)));
  return {
    models: file,
    functions: names.size,
    calls: own.reduce((n, g) => n + g.calls.length, 0),
    compared: own.reduce((n, g) => n + g.comparisons.reduce((k, c) => k + c.compared, 0), 0),
    different: own.filter(differs).length,
    'not interpreted': own.filter(isUninterpreted).length,
    'not covered': unique(wrong.filter((w) => names.has(w.cover.call.function)).map((w) => w.cover.call.function))
      .length,
    ...decidedBy(names, result),
    'left out': leftOut.filter((o) => o.file === file).length,
  };
}

/** Every disagreement, with its program. */
export function explain(result: LibraryResult): string {
  const lines = [
    ...result.groups.flatMap((g) => explainDifferences(g)),
    ...result.groups.filter(isMisused).map((g) => `misused: ${g.name}: ${misuse(g)}`),
    ...result.wrong.map(explainProof),
    ...result.crashes.map((crash) => `crashed: ${crash}`),
    ...byReason(
      'not interpreted',
      result.groups.filter(isUninterpreted).map((g) => ({ name: g.name, reason: obstacleOf(g) })),
    ),
    ...byReason('left out', result.leftOut),
    ...result.forgotten.map((name) => `forgotten: ${name}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const explainProof = ({ engines, cover }: WrongProof): string =>
  `not covered: ${cover.call.function}: ${engines.join(', ')} prove ${cover.property} although ${cover.claim}:\n${shortProgram(cover)}`;

/** The function itself is unknown to the interpreter, or another one that the call needs. */
function obstacleOf({ name, comparisons }: GroupResult): string {
  const why = comparisons[0]?.obstacle ?? '';
  return why.replace(new RegExp(`\\b${name}\\b`), 'it');
}

function byReason(title: string, all: readonly { readonly name: string; readonly reason: string }[]): string[] {
  const reasons = unique(all.map((o) => o.reason));
  return reasons.map((reason) => {
    const names = all.filter((o) => o.reason === reason).map((o) => o.name);
    return `${title}, ${names.length}: ${reason}: ${names.join(' ')}`;
  });
}

function misuse(g: GroupResult): string {
  const i = g.observations.findIndex((o, k) => o.error !== null && !g.calls[k]!.faulty);
  return `${JSON.stringify(g.observations[i]!.error)} in ${describeCall(g, i)}`;
}

/** One of each kind: that with the shortest call. */
function explainDifferences(g: GroupResult): string[] {
  const all = g.comparisons.flatMap((c, i) => c.differences.map((d) => ({ ...d, call: describeCall(g, i) })));
  const kinds = unique(all.map((d) => d.kind));
  return kinds.map((kind) => {
    const [first] = all.filter((d) => d.kind === kind).sort((a, b) => a.call.length - b.call.length);
    return `different: ${g.name}: ${kind}: really ${first!.real}, interpreted ${first!.ours}: ${first!.call}`;
  });
}

function describeCall(g: Group, i: number): string {
  const call = g.calls[i]!;
  const blocks = call.blocks.map(
    (b) => `${b.name} = ${b.bytes === null ? b.size : JSON.stringify(Buffer.from(b.bytes).toString('latin1'))}`,
  );
  return [...blocks, ...call.cells.map((c) => `${c.name} = ${c.initially}`), ...call.before, call.expression].join(
    '; ',
  );
}
