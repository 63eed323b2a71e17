// Two calls that C makes in either order, as a choice between both: `h(f(x), g(y))`. Engines then prove both orders.
// Like follow.ts between the linked program and the engines that prove; evaluation-order.ts says where the order matters.
//
//   a = f(x); b = g(y)  ⟶  if (nondet()) { a = f(x); b = g(y) } else { b = g(y); a = f(x) }
//
// The calls are not interleaved (C17 6.5.2.2). That these are all orders needs that nothing else happens in the operands: the
// arguments are made of variables that no pointer leads to and nothing in the expression changes.

import { BodyEditor } from '../../ir/edit/body-editor.js';
import { intrinsicSymbol, Maker } from '../../ir/edit/build.js';
import { replaceBodies } from '../../ir/edit/replace-bodies.js';
import type { CallInstr, Instr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionBody, FunctionSymbol, Unordered } from '../../ir/program.js';
import { walkNode } from '../../ir/walk.js';
import { isWithin, unsettledOrders } from './evaluation-order.js';
import { isPlainLocal } from './plain-locals.js';

export interface BothOrders {
  readonly program: Program;
  readonly entry: FunctionSymbol;
  /** Expressions of the original program of which all orders are in the result. */
  readonly settled: ReadonlySet<Unordered>;
}

/** Neighbours in a block. */
interface Pair {
  readonly first: CallInstr;
  readonly second: CallInstr;
}

/** The same program if there is no such pair. */
export function followBothOrders(program: Program, entry: FunctionSymbol): BothOrders {
  const settled = new Set<Unordered>();
  const bodies = new Map<FunctionSymbol, FunctionBody>();
  for (const { function: f, orders } of unsettledOrders(program, entry)) {
    const pairs: Pair[] = [];
    for (const u of orders) {
      const pair = pairIn(f.body!, u);
      if (pair === null || pairs.some((p) => overlap(p, pair))) continue;
      pairs.push(pair);
      settled.add(u);
    }
    if (pairs.length > 0) bodies.set(f, withChoices(program, f.body!, pairs));
  }
  if (bodies.size === 0) return { program, entry, settled };
  const replaced = replaceBodies(program, bodies, []);
  return { program: replaced.program, entry: replaced.functionOf(entry), settled };
}

const overlap = (a: Pair, b: Pair): boolean =>
  [a.first, a.second].some((call) => call === b.first || call === b.second);

/** The only two instructions of the operands, if they are calls that may change places. */
function pairIn({ blocks }: FunctionBody, u: Unordered): Pair | null {
  if (u.stores) return null;
  const sideOf = (i: Pick<Instr, 'at' | 'end'>) => u.operands.findIndex((o) => isWithin(i, o));
  const inside = blocks.flatMap((b) => b.instrs.filter((i) => sideOf(i) >= 0));
  const [first, second, other] = inside;
  if (first?.kind !== 'call' || second?.kind !== 'call' || other || sideOf(first) === sideOf(second)) return null;
  if (blocks.some((b) => sideOf(b.terminator) >= 0)) return null;
  const home = blocks.find((b) => b.instrs.includes(first))!;
  const areNeighbours = home.instrs[home.instrs.indexOf(first) + 1] === second;
  return areNeighbours && isBare(first) && isBare(second) && isQuiet(blocks, u, [first, second])
    ? { first, second }
    : null;
}

/** Its arguments read nothing but plain local variables, and its result goes to a temporary of its own. */
function isBare({ callee, args, result }: CallInstr): boolean {
  if (callee.kind !== 'direct') return false;
  if (result && (result.kind !== 'var' || result.variable.kind !== 'temporary')) return false;
  return readsPlainly({ kind: 'call', result: null, callee, args, at: -1, end: -1 }, () => true);
}

/** What else is evaluated in the operands are plain local variables, or the results of the calls. */
function isQuiet(blocks: FunctionBody['blocks'], u: Unordered, calls: readonly Instr[]): boolean {
  const isInOperand = (at: Pick<Instr, 'at' | 'end'>) => u.operands.some((o) => isWithin(at, o));
  return blocks.every((b) =>
    [...b.instrs, b.terminator].every((node) => calls.includes(node as Instr) || readsPlainly(node, isInOperand)),
  );
}

function readsPlainly(
  node: Parameters<typeof walkNode>[0],
  concerns: (e: Pick<Instr, 'at' | 'end'>) => boolean,
): boolean {
  let plain = true;
  walkNode(node, {
    expr: (e) => {
      if (e.kind !== 'load' || !concerns(e)) return;
      if (e.place.kind !== 'var' || !isPlainLocal(e.place.variable)) plain = false;
    },
  });
  return plain;
}

/** Calls are known by their positions: those of the editor are copies. */
function withChoices({ units }: Program, body: FunctionBody, pairs: readonly Pair[]): FunctionBody {
  const { types } = units[0]!;
  const editor = new BodyEditor(body);
  const nondet = intrinsicSymbol('__caulk_nondet', types);
  const isCopyOf = (a: CallInstr, b: Instr) => b.kind === 'call' && a.at === b.at && a.end === b.end;
  let waiting: Instr | null = null;
  const instr = (i: Instr): void => {
    if (pairs.some((p) => isCopyOf(p.first, i))) waiting = i;
    else if (waiting && pairs.some((p) => isCopyOf(p.second, i))) {
      const first = waiting;
      waiting = null;
      const make = new Maker(types, i);
      const choice = editor.addVariable('temporary', '.order', types.int, i);
      const [before, after, rest] = [editor.newBlock(), editor.newBlock(), editor.newBlock()];
      editor.emit(make.call(nondet, [], make.variable(choice)));
      editor.end(make.branch(make.load(make.variable(choice)), before, after), before);
      editor.emit(first);
      editor.emit(i);
      editor.end(make.goto(rest), after);
      editor.emit({ ...i });
      editor.emit({ ...first });
      editor.end(make.goto(rest), rest);
    } else editor.emit(i);
  };
  editor.rewrite({ instr });
  return editor.finish();
}
