// Branch conditions: comparisons of pointers are decided in every structure, those of integers by the numeric domain.
// Used by the solver on the edges of the control flow graph.

import type { AssumeInstr, Expr } from '../../ir/instr.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { Integers } from './numbers.js';
import type { Operands } from './operands.js';
import type { Executor, Loaded, Losses } from './paper/execute.js';
import { isPointer } from './places.js';

export class Conditions {
  constructor(
    private readonly executor: Executor,
    private readonly operands: Operands,
    private readonly integers: Integers,
  ) {}

  /** The states in which the condition has the given value. */
  assume({ condition, holds, at, end }: Omit<AssumeInstr, 'kind'>, s: Structure, losses: Losses): Structure[] {
    if (condition.kind === 'int') return (condition.value !== 0n) === holds ? [s] : [];
    if (condition.kind === 'unary' && condition.op === 'not') {
      return this.assume({ condition: condition.operand, holds: !holds, at, end }, s, losses);
    }
    if (isPointer(condition.type)) {
      const zero: Expr = { kind: 'int', value: 0n, type: condition.type, at, end };
      return this.compare(condition, zero, holds ? 'different' : 'equal', s, losses);
    }
    if (condition.kind !== 'binary' || !isPointer(condition.left.type)) {
      return this.integers.assume(s, condition, holds) ? [s] : [];
    }
    if (condition.op !== 'eq' && condition.op !== 'ne') return [s];
    const wanted = (condition.op === 'eq') === holds ? 'equal' : 'different';
    return this.compare(condition.left, condition.right, wanted, s, losses);
  }

  private compare(left: Expr, right: Expr, wanted: 'equal' | 'different', s: Structure, losses: Losses): Structure[] {
    const result: Structure[] = [];
    for (const a of this.valuesOf(left, s, losses)) {
      for (const b of this.valuesOf(right, a.state, losses)) {
        const verdict = this.areEqual(a, b);
        if (verdict !== 'perhaps' && verdict !== wanted) continue;
        if (wanted === 'equal' && b.value === 'null') this.executor.noticeFailure(b.state);
        result.push(b.state);
      }
    }
    return result;
  }

  private valuesOf(e: Expr, s: Structure, losses: Losses): Loaded[] {
    const operand = this.operands.operand(e);
    if (operand.kind === 'variable') return this.executor.resolve(operand.variable, s, losses);
    if (operand.kind === 'field') return this.executor.resolveField(operand.variable, operand.field, s, losses);
    return [{ state: s, value: operand.kind === 'null' ? 'null' : 'unknown', node: -1 }];
  }

  /** A new cell may have the address of a freed one. */
  private areEqual(a: Loaded, b: Loaded): 'equal' | 'different' | 'perhaps' {
    const odd = (v: Loaded) => v.value === 'unknown' || v.value === 'uninitialized';
    if (odd(a) || odd(b)) return 'perhaps';
    // Foreign memory may have the address of a freed cell, and a cell that of ended foreign memory.
    if ((a.value === 'foreign' || b.value === 'foreign') && a.value !== 'null' && b.value !== 'null') return 'perhaps';
    if (a.value !== b.value) return 'different';
    if (a.value === 'null' || (a.value === 'cell' && a.node === b.node)) return 'equal';
    const cells = (1 << a.node) | (1 << b.node);
    return (b.state.may(this.executor.p.freed) & cells) !== 0 ? 'perhaps' : 'different';
  }
}
