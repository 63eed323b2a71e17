// Other choices for the places of the input that a decision depends on: those under which it may come out differently.
// From a Trail's decisions to the changes that route-search.ts tries.

import type { Choice } from '../../interp/given/choice.js';
import { isCharacter } from '../../interp/given/scalars.js';
import type { Decision, Operand, Term } from '../../interp/given/trail.js';
import type { Int } from '../../interp/wide.js';
import type { CType } from '../../types/types.js';

/** Places of the input that change together. */
export type Change = readonly (readonly [string, Choice])[];

export function* alternativesTo({ operands, texts, others, terms }: Decision): Generator<Change> {
  for (const { path, from, other } of texts) if (path !== '') yield characters(path, from, other);
  const bytes = new Set<string>();
  for (const term of terms) {
    const order = bytesOf(term);
    for (const { path } of order ?? []) bytes.add(path);
    if (order) yield* compositesFor(order, Number(term.value), others);
  }
  const single = operands.filter(({ path }) => !bytes.has(path));
  yield* inTurn(single.map((operand) => choicesFor(operand, operands, others)));
}

function* choicesFor(operand: Operand, operands: readonly Operand[], others: readonly Int[]): Generator<Change> {
  const { path, type } = operand;
  const isPointer = type.kind === 'pointer';
  const choices = isPointer ? pointersFor(operand, operands) : numbersFor(operand, operands, others);
  for (const choice of choices) if (isPointer || holds(type, choice)) yield [[path, choice]];
}

/** The first of each, then the second of each, and so on. */
function* inTurn<T>(all: readonly Iterator<T>[]): Generator<T> {
  for (let left = all; left.length > 0; ) {
    const next: Iterator<T>[] = [];
    for (const one of left) {
      const { value, done } = one.next();
      if (done) continue;
      next.push(one);
      yield value;
    }
    left = next;
  }
}

/** Is the number one of a character? Others are not looked at. */
const holds = (type: CType, choice: Choice): boolean =>
  !isCharacter(type) || (typeof choice === 'number' && choice >= -128 && choice <= 255);

/** The text from this place on becomes another one. */
const characters = (path: string, from: number, text: string): Change =>
  [...Buffer.from(`${text}\0`, 'latin1')].map((byte, i) => [`${path}[${from + i}]`, byte] as const);

function* pointersFor({ path, value, makers }: Operand, operands: readonly Operand[]): Generator<Choice> {
  if (value !== 0) for (const maker of makers ?? []) yield { maker };
  yield value === 0 ? 'object' : 'null';
  for (const other of operands) {
    if (other.type.kind === 'pointer' && other.path !== path && other.value !== value) yield { same: other.path };
  }
}

/** Numbers around those that the operand is compared with, with one of their bits changed, and those that close the distance. */
function* numbersFor(
  { path, type, value }: Operand,
  operands: readonly Operand[],
  others: readonly Int[],
): Generator<Choice> {
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  const compared = operands.filter((o) => o.path !== path && typeof o.value === 'number').map((o) => o.value as number);
  const numbers = [...others, ...compared].slice(0, 70);
  for (const number of numbers) {
    for (const near of [number, step(number, 1), step(number, -1)]) if (near !== value) yield near;
    if (typeof number === 'number' && typeof value === 'number' && fitsBits(number) && fitsBits(value)) {
      yield value ^ number;
      yield value | number;
    }
  }
  if (typeof value === 'number' && !isCharacter(type)) yield* sumsOf(value, numbers);
  for (const plain of isCharacter(type) ? STRIKING : [0, 1, 2, -1]) if (plain !== value) yield plain;
}

/** The operand may be a part of a sum: what is missing is a difference of what is compared. */
function* sumsOf(value: number, others: readonly Int[]): Generator<number> {
  const small = [...new Set(others)]
    .filter((n): n is number => typeof n === 'number' && Number.isInteger(n))
    .slice(0, 6);
  for (const a of small) {
    for (const b of small) if (a !== b) yield* [value + a - b, value + a - b + 1];
    if (a > 0) yield value + a;
  }
}

// ---- numbers that are made of bytes --------------------------------------------------------------------------------

/** The bytes that the number was made of, the most significant one first; null if it was made otherwise. */
function bytesOf({ value, operands }: Term): readonly Operand[] | null {
  const bytes = operands.filter(({ type }) => isCharacter(type));
  if (bytes.length < 2 || bytes.length < operands.length) return null;
  const numberIn = (order: readonly Operand[]) => order.reduce((sum, o) => sum * 256 + (Number(o.value) & 0xff), 0);
  return [bytes, [...bytes].reverse()].find((order) => numberIn(order) === value) ?? null;
}

/** A number that was read byte by byte becomes another one. */
function* compositesFor(bytes: readonly Operand[], value: number, others: readonly Int[]): Generator<Change> {
  const wanted = new Set<number>();
  for (const number of others)
    if (typeof number === 'number')
      wanted
        .add(number)
        .add(number + 1)
        .add(number - 1);
  for (const number of [...sumsOf(value, others), 0, 1, 4, 8, 16]) wanted.add(number);
  for (const number of wanted) {
    if (number === value || number < 0 || number >= 256 ** bytes.length || !Number.isInteger(number)) continue;
    yield bytes.map(({ path }, i) => [path, Math.floor(number / 256 ** (bytes.length - 1 - i)) % 256] as const);
  }
}

/** One character of each kind. */
const STRIKING = [...Buffer.from('\0a1 A-\n/', 'latin1')];

const fitsBits = (n: number): boolean => n !== 0 && Number.isInteger(n) && Math.abs(n) < 2 ** 31;

const step = (n: Int, by: number): Int => (typeof n === 'bigint' ? n + BigInt(by) : n + by);
