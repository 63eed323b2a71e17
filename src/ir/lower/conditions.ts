// Conditions: `&&`, `||`, `!` and `?:` in a condition become jumps, not values.
// Rule: branch(a && b, T, F) = branch(a, N, F); N: branch(b, T, F), and dually for `||`.

import type * as ast from '../../frontend/ast.js';
import { evaluate } from '../../frontend/typecheck/constant.js';
import type { FunctionBuilder, OpenBlock } from './builder.js';
import { lowerEffect, lowerValue } from './expressions.js';
import { noteOrder } from './order.js';

/** Ends the current block with a branch: to `yes` if `e` is nonzero, else to `no`. */
export function branchOn(b: FunctionBuilder, e: ast.Expr, yes: OpenBlock, no: OpenBlock): void {
  const { at, end } = e;
  switch (e.kind) {
    case 'logical': {
      const more = b.newBlock();
      branchOn(b, e.left, e.op === 'and' ? more : yes, e.op === 'and' ? no : more);
      b.resume(more);
      branchOn(b, e.right, yes, no);
      return;
    }
    case 'unary':
      if (e.op !== 'not') break;
      branchOn(b, e.operand, no, yes);
      return;
    case 'conditional': {
      if (!e.then) break;
      const [then, other] = [b.newBlock(), b.newBlock()];
      branchOn(b, e.condition, then, other);
      b.resume(then);
      branchOn(b, e.then, yes, no);
      b.resume(other);
      branchOn(b, e.else, yes, no);
      return;
    }
    case 'comma':
      lowerEffect(b, e.left);
      branchOn(b, e.right, yes, no);
      return;
    case 'cast':
      // `(long)(a && b)`, from branch predictions: a widening conversion preserves whether it is zero.
      if (e.operand.kind === 'logical' || e.operand.kind === 'unary') {
        if (e.type.kind === 'int' && e.type.size >= e.operand.type.size) return branchOn(b, e.operand, yes, no);
      }
      break;
  }
  const known = evaluate(e);
  if (known !== null) {
    b.goto(known !== 0n ? yes : no, at);
    return;
  }
  const condition = lowerValue(b, e);
  b.terminate({ kind: 'branch', condition, then: yes, else: no, at, end });
}

/** A condition as a full expression: its temporaries die at the start of both `yes` and `no`. */
export function branchFully(b: FunctionBuilder, e: ast.Expr, yes: OpenBlock, no: OpenBlock): void {
  noteOrder(b, e);
  const outer = b.temporaries;
  b.temporaries = [];
  branchOn(b, e, yes, no);
  if (b.temporaries.length > 0) {
    const { end: at } = e;
    for (const block of [yes, no]) {
      block.instrs.unshift({ kind: 'scope-end', variables: b.temporaries, at, end: at });
    }
  }
  b.temporaries = outer;
}
