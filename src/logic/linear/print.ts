// Terms and conditions in readable notation: `n >= 2`, `i + 1 <= n`, `the second malloc fails and mode != 0`.
// Used for the condition of a finding and for the contexts that `bench seeds symbolic` shows.

import type { Condition, Constraint } from './constraint.js';
import type { Atom, Part, Term } from './term.js';

export function printCondition(condition: Condition): string {
  if (condition.length === 0) return 'never';
  if (condition.some((cube) => cube.length === 0)) return 'always';
  const cubes = [...new Set(condition.map(printCube))].sort();
  return cubes.length === 1 ? cubes[0]! : cubes.map((c) => (c.includes(' and ') ? `(${c})` : c)).join(' or ');
}

export const printCube = (cube: readonly Constraint[]): string =>
  cube.length === 0 ? 'true' : [...cube].sort(byWeight).map(printConstraint).join(' and ');

/** Does the constraint say that a call succeeds? */
export const isSuccess = (c: Constraint): boolean => outcomeOf(c) === 'succeeds';

/** Failures come first: they are what the reader looks for. */
const byWeight = (a: Constraint, b: Constraint): number =>
  Number(isFailure(b)) - Number(isFailure(a)) || (a.key < b.key ? -1 : 1);

const isFailure = (c: Constraint): boolean => outcomeOf(c) !== null;

/** What a constraint on the result of a call, or on the failure of an allocation, says about its outcome. */
function outcomeOf({ kind, term }: Constraint): 'fails' | 'succeeds' | null {
  const [only] = term.parts;
  if (term.parts.length !== 1 || only?.atom.kind !== 'symbol') return null;
  const { origin, fails } = only.atom.symbol;
  if (origin === 'failure') return told(kind === 'le' ? only.times < 0n : (kind === 'eq') === (term.constant !== 0n));
  if (fails === 'null' && term.constant === 0n && kind !== 'le') return told(kind === 'eq');
  if (fails !== 'negative') return null;
  if (kind !== 'le') return term.constant * only.times === 1n ? told(kind === 'eq') : null;
  if (only.times === 1n && term.constant === 1n) return 'fails';
  return only.times === -1n && term.constant === 0n ? 'succeeds' : null;
}

/** The text for a constraint on a symbol that is 0 or 1 and has a text for each value. */
function sentenceOf({ kind, term }: Constraint): string | null {
  const [only] = term.parts;
  const says = term.parts.length === 1 && only?.atom.kind === 'symbol' ? only.atom.symbol.says : undefined;
  if (!says) return null;
  const isOne = kind === 'le' ? only!.times < 0n : (kind === 'eq') === (term.constant !== 0n);
  return says[isOne ? 1 : 0];
}

const told = (fails: boolean): 'fails' | 'succeeds' => (fails ? 'fails' : 'succeeds');

export function printConstraint(c: Constraint): string {
  const sentence = sentenceOf(c);
  if (sentence) return sentence;
  const outcome = outcomeOf(c);
  if (outcome) return `${printAtom(c.term.parts[0]!.atom).replace(/\(\)$/, '')} ${outcome}`;
  const left = c.term.parts.filter((p) => p.times > 0n);
  const right = c.term.parts.filter((p) => p.times < 0n).map((p) => ({ ...p, times: -p.times }));
  const op = { le: '<=', eq: '==', ne: '!=' }[c.kind];
  if (left.length === 0) return relate(right, c.term.constant, c.kind === 'le' ? '>=' : op);
  if (right.length === 0) return relate(left, -c.term.constant, op);
  return printBoth(left, right, c.term.constant, op);
}

/** k·x <= n with k = 1 is the common case. */
function relate(parts: readonly Part[], bound: bigint, op: string): string {
  return `${printParts(parts)} ${op} ${bound}`;
}

/** left + constant op right, with `<` for `<=` where that saves a `+ 1`. */
function printBoth(left: readonly Part[], right: readonly Part[], constant: bigint, op: string): string {
  if (op === '<=' && constant === 1n) return `${printParts(left)} < ${printParts(right)}`;
  const add = (text: string, n: bigint) => (n === 0n ? text : `${text} + ${n}`);
  const [l, r] = constant > 0n ? [constant, 0n] : [0n, -constant];
  return `${add(printParts(left), l)} ${op} ${add(printParts(right), r)}`;
}

export function printTerm(t: Term): string {
  const positive = [...t.parts].sort((a, b) => Number(b.times > 0n) - Number(a.times > 0n));
  const text = printParts(positive);
  if (t.parts.length === 0) return String(t.constant);
  if (t.constant === 0n) return text;
  return t.constant > 0n ? `${text} + ${t.constant}` : `${text} - ${-t.constant}`;
}

function printParts(parts: readonly Part[]): string {
  return parts.reduce((text, { atom, times }) => {
    const size = times < 0n ? -times : times;
    const one = size === 1n ? printAtom(atom) : `${size} * ${printAtom(atom)}`;
    if (text === '') return times < 0n ? `-${one}` : one;
    return `${text} ${times < 0n ? '-' : '+'} ${one}`;
  }, '');
}

function printAtom(atom: Atom): string {
  switch (atom.kind) {
    case 'symbol':
      return atom.symbol.name;
    case 'product':
      return atom.factors.map(printAtom).join(' * ');
    case 'power':
      return `${atom.base}^${bracket(atom.exponent)}`;
    case 'quotient':
      return `${bracket(atom.term)} / ${atom.by}`;
    case 'remainder':
      if (atom.by === 2n ** 32n || atom.by === 2n ** 64n) return `(unsigned)${bracket(atom.term)}`;
      return `${bracket(atom.term)} % ${atom.by}`;
  }
}

const bracket = (t: Term): string =>
  t.parts.length === 1 && t.constant === 0n && t.parts[0]!.times === 1n ? printTerm(t) : `(${printTerm(t)})`;
