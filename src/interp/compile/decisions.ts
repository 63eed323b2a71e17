// Instrumented branches: what a condition depends on, told to a Trail before the branch is taken.
// Used by the compiler of terminators for runs that follow a route; other runs pay nothing.

import type { Block, Expr, Terminator } from '../../ir/instr.js';
import type { End, Eval, Frame } from '../frame.js';
import type { Decision, Operand, Term } from '../given/trail.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import type { Context } from './context.js';
import { compileExpr } from './expr.js';
import { attempt, compileOrigins, type Origins } from './origins.js';

/** A part of the condition that is compared with others: its value, and where that comes from. */
interface Part {
  readonly value: Eval;
  readonly origins: Eval<Origins>;
}

export function watchDecision(c: Context, block: Block, t: Terminator, condition: Expr, end: End): End {
  const { machine } = c;
  const parts = loadsIn(condition).map((e): Part => ({ value: compileExpr(c, e), origins: compileOrigins(c, e) }));
  const numbers = constantsIn(condition, t);
  return (f) => {
    const trail = machine.options.trail!;
    if (trail.wants(t))
      trail.decided({ terminator: t, own: trail.isOwn(f), by: f, ...comparisonIn(c, parts, numbers, f) });
    const next = end(f);
    trail.took(f, t, next.block);
    if (trail.isOwn(f)) trail.turned(machine, block, next.block);
    return next;
  };
}

function comparisonIn(
  c: Context,
  parts: readonly Part[],
  numbers: readonly Int[],
  f: Frame,
): Omit<Decision, 'terminator' | 'own' | 'by'> {
  const given = c.machine.given!;
  const terms: Term[] = [];
  const others = [...numbers];
  const texts = new Set<string>();
  for (const { value, origins } of parts) {
    const now = attempt(() => value(f)); // reading it may make its place
    const operands: Operand[] = [];
    for (const path of now === null ? [] : origins(f)) {
      const place = given.places.get(path);
      if (place) operands.push(place);
      else texts.add(path);
    }
    if (isNumber(now)) terms.push({ value: now, operands });
    if (typeof now === 'number' && now < 2 ** 31) others.push(now);
  }
  const compared = [...texts].flatMap((name) => given.texts.comparison(name) ?? []);
  if (texts.size > 0) others.unshift(...new Set(compared.map(({ other }) => other.length)));
  if (texts.size > 0) others.push(...compared.flatMap(({ other }) => [...Buffer.from(other, 'latin1')]));
  const operands = terms.flatMap((t) => t.operands);
  return { origins: [...operands.map(({ path }) => path), ...texts], operands, texts: compared, others, terms };
}

const isNumber = (value: Value | null): value is Int => typeof value === 'number' || typeof value === 'bigint';

function loadsIn(e: Expr): Expr[] {
  switch (e.kind) {
    case 'load':
      return [e];
    case 'unary':
    case 'cast':
      return loadsIn(e.operand);
    case 'binary':
      return [...loadsIn(e.left), ...loadsIn(e.right)];
    default:
      return [];
  }
}

function constantsIn(e: Expr, t: Terminator): Int[] {
  const found: Int[] = t.kind === 'switch' ? t.cases.slice(0, 64).map(({ low }) => small(low)) : [];
  const visit = (one: Expr): void => {
    if (one.kind === 'int') found.push(small(one.value));
    else if (one.kind === 'unary' || one.kind === 'cast') visit(one.operand);
    else if (one.kind === 'binary') {
      visit(one.left);
      visit(one.right);
    }
  };
  visit(e);
  return found;
}

const small = (value: bigint): Int => (BigInt.asIntN(53, value) === value ? Number(value) : value);
