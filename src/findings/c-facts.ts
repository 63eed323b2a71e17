// Facts about single variables that hold in every state that an engine has at a place, as C expressions.
// From the drawings of all states to correctness witnesses.

import type { Drawing, DrawnNode } from '../engines/drawing.js';
import { isInteger } from '../types/questions.js';
import type { CType } from '../types/types.js';
import { arrange } from './arrange.js';
import { homesOf, type Inside } from './invariant.js';

/** A variable in scope at the place, and what it has in each state; null: it is not drawn there, or not once. */
interface Seen {
  readonly name: string;
  readonly type: CType;
  readonly states: readonly (Drawn | null)[];
}

interface Drawn {
  readonly values: readonly string[];
  readonly targets: readonly DrawnNode['kind'][];
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** What a pointer that is not null leads to in a drawing. */
const OBJECTS: ReadonlySet<DrawnNode['kind']> = new Set(['cell', 'activation', 'variable', 'function']);

/** Constants in witnesses have the type int. */
const LARGEST = 2 ** 31 - 1;

/** `list == 0`, `count >= 0 && count <= 7`: one expression for each variable of which something can be said. */
export function factsInC(inside: Inside, scope: ReadonlyMap<string, CType>, states: readonly Drawing[]): string[] {
  if (states.length === 0) return [];
  const drawings = states.map(arrange);
  return [...scope].flatMap(([name, type]) =>
    factAbout({ name, type, states: drawings.map((d) => look(inside, d, name)) }),
  );
}

function look(inside: Inside, d: Drawing, name: string): Drawn | null {
  const rows = homesOf(inside, d).flatMap((home) => home.fields.map((field) => ({ home, field })));
  const [row, other] = rows.filter((r) => r.field.name === name);
  if (!row || other) return null;
  const edges = d.edges.filter((e) => e.from === row.home.id && e.fromField === name);
  const targets = edges.map(({ to }) => d.nodes.find((n) => n.id === to)?.kind ?? 'unknown');
  return { values: row.field.value?.split(' | ') ?? [], targets: row.field.shape ? ['cell'] : targets };
}

function factAbout({ name, type, states }: Seen): string[] {
  const drawn = states.flatMap((s) => (s ? [s] : []));
  if (drawn.length < states.length) return [];
  if (type.kind === 'pointer') return nullness(drawn).map((op) => `${name} ${op} 0`);
  if (!isInteger(type)) return [];
  const ranges = drawn.map((d) => (d.targets.length === 0 && d.values.length === 1 ? rangeOf(d.values[0]!) : null));
  if (ranges.some((r) => r === null)) return [];
  const low = Math.min(...ranges.map((r) => r!.low));
  const high = Math.max(...ranges.map((r) => r!.high));
  return bounds(name, { low, high });
}

function nullness(states: readonly Drawn[]): ('==' | '!=')[] {
  if (states.every((s) => s.targets.length === 0 && s.values.length === 1 && s.values[0] === 'null')) return ['=='];
  const isObject = (s: Drawn) =>
    s.values.length === 0 && s.targets.length > 0 && s.targets.every((k) => OBJECTS.has(k));
  return states.every(isObject) ? ['!='] : [];
}

/** A negative bound would be converted to the type of an unsigned variable: only bounds that are no conversion are said. */
function bounds(name: string, { low, high }: Range): string[] {
  if (low === high) return Math.abs(low) <= LARGEST && low >= 0 ? [`${name} == ${low}`] : [];
  const parts = [
    ...(low >= 0 && low <= LARGEST ? [`${name} >= ${low}`] : []),
    ...(low >= 0 && high <= LARGEST ? [`${name} <= ${high}`] : []),
  ];
  return parts.length > 0 ? [parts.join(' && ')] : [];
}

/** `7`, `[0, 7]`, `≥0`. */
function rangeOf(value: string): Range | null {
  if (/^-?\d+$/.test(value)) return { low: Number(value), high: Number(value) };
  const [, low, high] = /^\[(-?\d+), (-?\d+)\]$/.exec(value) ?? [];
  if (low !== undefined) return { low: Number(low), high: Number(high) };
  const [, least] = /^≥ ?(-?\d+)$/.exec(value) ?? [];
  return least === undefined ? null : { low: Number(least), high: Infinity };
}
