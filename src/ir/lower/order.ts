// Expressions whose operands C evaluates in any order, where the order may matter: noted beside the instructions.
// Lowering goes from left to right; whoever proves something asks evaluation-order.ts whether another order differs.

import type { Span } from '../../base/source.js';
import type * as ast from '../../frontend/ast.js';
import { isVariable } from '../../types/questions.js';
import type { FunctionBuilder } from './builder.js';

/** What evaluating an expression may do, as a set of bits. A plain local is one whose address is not taken. */
type Actions = number;
const READS_LOCAL = 1;
const WRITES_LOCAL = 2;
const READS_MEMORY = 4;
const WRITES_MEMORY = 8;
const CALLS = 16;
const ANYTHING: Actions = READS_LOCAL | WRITES_LOCAL | READS_MEMORY | WRITES_MEMORY | CALLS;

/** Notes the operands of a full expression, and of all its parts, whose order may matter. */
export function noteOrder(b: FunctionBuilder, e: ast.Expr): void {
  actionsOf(b, e);
}

/** The expressions of an initialiser are evaluated in any order. */
export function noteInitializer(b: FunctionBuilder, initializer: ast.Initializer): void {
  initializerActions(b, initializer);
}

function initializerActions(b: FunctionBuilder, initializer: ast.Initializer): Actions {
  if (initializer.kind === 'string') return 0;
  if (initializer.kind === 'scalar') return actionsOf(b, initializer.value);
  const parts: ast.Expr[] = [];
  collect(initializer, parts);
  const [first] = parts;
  return first ? unordered(b, { at: initializer.at, end: parts.at(-1)!.end }, parts) : 0;
}

function collect(initializer: ast.Initializer, into: ast.Expr[]): void {
  if (initializer.kind === 'scalar') into.push(initializer.value);
  if (initializer.kind === 'list') for (const { value } of initializer.entries) collect(value, into);
}

function actionsOf(b: FunctionBuilder, e: ast.Expr): Actions {
  switch (e.kind) {
    case 'variable':
    case 'member':
    case 'deref':
    case 'index':
      return placeActions(b, e) | readOf(e);
    case 'binary':
      return binaryActions(b, e);
    case 'cast':
    case 'unary':
      return actionsOf(b, e.operand);
    case 'decay':
    case 'address':
      return placeActions(b, e.operand);
    case 'call':
      return unordered(b, e, [e.callee, ...e.args]) | CALLS;
    case 'assign':
      return assignment(b, e, unordered(b, e, [e.target, e.value], 'written'));
    case 'compound-assign':
      return assignment(b, e, unordered(b, e, [e.target, e.value]));
    case 'inc-dec':
      return actionsOf(b, e.target) | writeOf(e.target);
    case 'logical':
    case 'comma':
      return actionsOf(b, e.left) | actionsOf(b, e.right);
    case 'conditional':
      return actionsOf(b, e.condition) | (e.then ? actionsOf(b, e.then) : 0) | actionsOf(b, e.else);
    case 'compound-literal':
      return initializerActions(b, e.initializer);
    case 'statement-expr':
      return ANYTHING;
    case 'va-arg':
      return actionsOf(b, e.list) | READS_MEMORY | WRITES_MEMORY;
    case 'atomic':
      return unordered(b, e, atomicOperands(e)) | READS_MEMORY | WRITES_MEMORY;
    case 'overflow':
      return unordered(b, e, [e.left, e.right, ...(e.pointer ? [e.pointer] : [])]) | WRITES_MEMORY;
    case 'variable-size':
      return isVariable(e.of) ? ANYTHING : 0;
    default:
      return 0;
  }
}

function atomicOperands({ pointer, action }: ast.AtomicUpdate): ast.Expr[] {
  const value = action.kind === 'load' ? [] : [action.value];
  if (action.kind === 'compare-exchange') return [pointer, action.expected, ...value];
  return action.kind === 'compare-exchange-through' ? [pointer, action.expectedPointer, ...value] : [pointer, ...value];
}

/** Where the place is, without reading it. */
function placeActions(b: FunctionBuilder, e: ast.Expr): Actions {
  switch (e.kind) {
    case 'variable':
    case 'string':
      return 0;
    case 'member':
      return placeActions(b, e.base);
    case 'deref':
      return actionsOf(b, e.operand);
    case 'index':
      return combined(b, e, [e.base, e.index], [placeActions(b, e.base), actionsOf(b, e.index)]);
    default:
      return actionsOf(b, e);
  }
}

/** Sums of thousands of terms are left-deep. */
function binaryActions(b: FunctionBuilder, e: ast.Binary): Actions {
  const chain: ast.Binary[] = [];
  let first: ast.Expr = e;
  for (; first.kind === 'binary'; first = first.left) chain.push(first);
  let left = actionsOf(b, first);
  for (let i = chain.length - 1; i >= 0; i--) {
    const whole = chain[i]!;
    left = combined(b, whole, [whole.left, whole.right], [left, actionsOf(b, whole.right)]);
  }
  return left;
}

/** The store comes after the values of both sides, but in no order with what they store themselves. */
function assignment(b: FunctionBuilder, e: ast.Assign | ast.CompoundAssign, sides: Actions): Actions {
  const write = writeOf(e.target);
  const isTwofold = write === WRITES_LOCAL ? sides & WRITES_LOCAL : sides & WRITES_MEMORY;
  if (isTwofold)
    b.unordered.push({ at: e.at, end: e.end, operands: [spanOf(e.target), spanOf(e.value)], stores: true });
  return sides | write;
}

/** `written`: the first operand is only written, not read. */
function unordered(b: FunctionBuilder, whole: Span, operands: readonly ast.Expr[], first?: 'written'): Actions {
  return combined(
    b,
    whole,
    operands,
    operands.map((e, i) => (i === 0 && first === 'written' ? placeActions(b, e) : actionsOf(b, e))),
  );
}

function combined(
  b: FunctionBuilder,
  whole: Span,
  operands: readonly ast.Expr[],
  actions: readonly Actions[],
): Actions {
  let all = 0;
  let matters = false;
  for (const own of actions) {
    matters ||= mayInterfere(all, own);
    all |= own;
  }
  if (matters) b.unordered.push({ at: whole.at, end: whole.end, operands: operands.map(spanOf), stores: false });
  return all;
}

const mayInterfere = (a: Actions, b: Actions): boolean => disturbs(a, b) || disturbs(b, a);

/** Does one write what the other one reads or writes? */
function disturbs(a: Actions, b: Actions): boolean {
  if (a & WRITES_LOCAL && b & (READS_LOCAL | WRITES_LOCAL)) return true;
  return (a & (WRITES_MEMORY | CALLS)) !== 0 && (b & (READS_MEMORY | WRITES_MEMORY | CALLS)) !== 0;
}

const spanOf = ({ at, end }: Span): Span => ({ at, end });

const readOf = (e: ast.Expr): Actions => (isPlainLocal(e) ? READS_LOCAL : READS_MEMORY);

const writeOf = (e: ast.Expr): Actions => (isPlainLocal(e) ? WRITES_LOCAL : WRITES_MEMORY);

function isPlainLocal(e: ast.Expr): boolean {
  let root = e;
  while (root.kind === 'member' || root.kind === 'index') root = root.base;
  if (root.kind !== 'variable') return root.kind !== 'deref';
  const { linkage, storage, addressTaken } = root.symbol;
  return linkage === 'none' && storage !== 'static' && !addressTaken;
}
