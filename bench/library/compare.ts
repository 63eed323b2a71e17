// Compares what a call did in the real library with what it did in the interpreter, as far as it is specified.
// A difference is one of a few kinds, with both sides in words.

import type { Call } from './call.js';
import type { Observation, ObservedError } from './observation.js';
import type { Interpreted } from './ours.js';
import { isOutsideOfRules, leavesMemoryOpen } from './specified.js';

export type Difference = {
  readonly kind:
    | 'result'
    | 'memory'
    | 'errno'
    | 'allocation'
    | 'callback'
    | 'output'
    | 'error missed'
    | 'error invented'
    | 'error differs';
  readonly real: string;
  readonly ours: string;
};

export interface Comparison {
  /** Things compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  readonly obstacle: string | null;
}

export function compareCall(call: Call, real: Observation, interpreted: Interpreted): Comparison {
  if ('obstacle' in interpreted) return { compared: 0, differences: [], obstacle: interpreted.obstacle };
  const ours = interpreted.observation;
  if (real.error || ours.error) return { compared: 1, differences: compareErrors(call, real, ours), obstacle: null };
  const pairs = comparable(call, real, ours);
  const differences = pairs.flatMap((p) => (p.real === p.ours ? [] : [p]));
  return { compared: pairs.length, differences, obstacle: null };
}

/** The interpreter may be stricter about an argument that is wrong on purpose: not every wrong call of the real library shows. */
function compareErrors(call: Call, real: Observation, ours: Observation): Difference[] {
  if (real.error && isOutsideOfRules(real.error.kind)) return [];
  if (!ours.error) return [{ kind: 'error missed', real: describe(real.error), ours: outcomeOf(ours) }];
  if (!real.error)
    return call.faulty ? [] : [{ kind: 'error invented', real: outcomeOf(real), ours: describe(ours.error) }];
  const a = { kind: sameKind(call, real.error.kind), block: real.error.block };
  const b = { kind: sameKind(call, ours.error.kind), block: ours.error.block };
  const blocks = a.block === null || b.block === null || a.block === b.block;
  return a.kind === b.kind && blocks
    ? []
    : [{ kind: 'error differs', real: describe(real.error), ours: describe(ours.error) }];
}

/** A wild pointer is a crash like any other; a stream that is closed twice is used after free before it is freed again. */
function sameKind({ function: name }: Call, kind: string): string {
  if (/^(crash|invalid-pointer|uninitialized-pointer)$/.test(kind)) return 'crash';
  return /close/.test(name) && kind === 'double-free' ? 'use-after-free' : kind;
}

const describe = (e: ObservedError | null): string => (e ? `${e.kind}${e.block ? ` of ${e.block}` : ''}` : 'no error');
const outcomeOf = ({ shown }: Observation): string => `no error; result ${shown.get('r') ?? 'none'}`;

function comparable(call: Call, real: Observation, ours: Observation): Difference[] {
  const pairs: Difference[] = [];
  const add = (kind: Difference['kind'], a: string | undefined, b: string | undefined) =>
    pairs.push({ kind, real: a ?? '-', ours: b ?? '-' });
  if (call.result !== 'nothing') add('result', essence(call, real.shown.get('r')), essence(call, ours.shown.get('r')));
  if (call.errno === 'specified') add('errno', real.shown.get('errno'), ours.shown.get('errno'));
  if (call.allocations === 'owned') add('allocation', allocated(call, real), allocatedByOurs(call, ours));
  if (call.memory === 'specified' && !leavesMemoryOpen(call.function, real.shown.get('r'))) {
    for (const c of call.cells)
      add('memory', named(c.name, place(real.shown.get(c.name))), named(c.name, place(ours.shown.get(c.name))));
    for (const b of call.blocks)
      if (b.bytes !== null && b.where === 'guarded')
        add('memory', named(b.name, real.shown.get(b.name)), named(b.name, ours.shown.get(b.name)));
    for (const name of rest(real, ours))
      add('callback', named(name, real.shown.get(name)), named(name, ours.shown.get(name)));
    add('output', real.output, ours.output);
  }
  return pairs;
}

const named = (name: string, value: string | undefined): string => `${name} = ${value ?? 'not shown'}`;

/** What hints show besides. */
const rest = (a: Observation, b: Observation): string[] =>
  [...new Set([...a.shown.keys(), ...b.shown.keys()])].filter(
    (name) => !/^(r|errno|allocated|gone|[bc]\d+)$/.test(name),
  );

/** New memory is compared as an allocation. */
const place = (value: string | undefined): string | undefined => value?.replace(/^(fresh \d+|other)$/, 'elsewhere');

/** Mathematics is compared to the precision of the type. */
function floating(call: Call, value: string): string {
  const x = Number(value);
  if (!Number.isFinite(x)) return value;
  return Math.abs(x) < 1e-12 ? '0' : String(Number(x.toPrecision(/f(_r)?$/.test(call.function) ? 5 : 8)));
}

function essence(call: Call, value: string | undefined): string | undefined {
  const { specified, result } = call;
  if (value === undefined || specified === 'nothing') return 'unspecified';
  if (result === 'pointer') return place(value);
  if (result === 'floating') return floating(call, value);
  if (specified === 'success') return String(Number(value) >= 0);
  if (specified === 'sign') return String(Math.sign(Number(value)));
  return specified === 'truth' ? String(Number(value) !== 0) : value;
}

/** The sanitizer makes a block of one byte of a request for none. */
const NOTHING = '0 or 1';

/** The sizes of new blocks that the program gets, and the blocks that were freed. */
function allocated(call: Call, { shown }: Observation): string {
  const pointers = ['r', ...call.cells.map((c) => c.name)].map((name) => shown.get(name) ?? '');
  const sizes = [...new Set(pointers.flatMap((p) => /^fresh (\d+)$/.exec(p)?.[1] ?? []))];
  return `new: ${sizes.join(' ').replace(/^1$/, NOTHING)}; gone: ${shown.get('gone') ?? ''}`;
}

/** What the library keeps for itself is not shown by any pointer. */
function allocatedByOurs(call: Call, { shown }: Observation): string {
  const pointers = ['r', ...call.cells.map((c) => c.name)].some((name) => shown.get(name) === 'other');
  return `new: ${(pointers ? (shown.get('allocated') ?? '') : '').replace(/^[01]$/, NOTHING)}; gone: ${shown.get('gone') ?? ''}`;
}
