// Transfer of IR instructions to the executor: which places they access and what they assign.
// All but calls: the solver handles those of functions with a body, library-calls.ts the others.

import type { Expr, Instr, Place } from '../../ir/instr.js';
import type { FunctionBody, FunctionSymbol } from '../../ir/program.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import { because } from '../reason.js';
import { siteIn } from '../shared/frames.js';
import type { Checks, Scope } from './checks.js';
import { Conditions } from './conditions.js';
import { extentOf } from './extent.js';
import type { Integers } from './numbers.js';
import type { Operand, Operands } from './operands.js';
import type { Executor, Losses } from './paper/execute.js';
import type { PointerField, PointerVariable } from './paper/predicates.js';
import { cellOf, isPointer, rootOf } from './places.js';
import { Touch } from './touch.js';

export interface Where {
  readonly symbol: FunctionSymbol;
  readonly body: FunctionBody;
}

export class Transfer {
  readonly touch: Touch;
  readonly conditions: Conditions;

  constructor(
    readonly executor: Executor,
    readonly operands: Operands,
    readonly checks: Checks,
    readonly integers: Integers,
  ) {
    this.touch = new Touch(executor, operands, checks, integers);
    this.conditions = new Conditions(executor, operands, integers);
  }

  scope({ symbol, body }: Where, { at, end }: { readonly at: number; readonly end: number }): Scope {
    const site = siteIn(body, { at, end });
    return { function: symbol.name, site };
  }

  /** The states after an instruction that is not a call. Owns `s`. */
  instr(where: Where, i: Exclude<Instr, { kind: 'call' }>, s: Structure): Structure[] {
    const scope = this.scope(where, i);
    const losses = this.checks.losses(scope);
    switch (i.kind) {
      case 'assign': {
        const states = this.touch.all(scope, [i.place], [i.value], s, losses);
        return states.flatMap((state) => this.assign(scope, i.place, i.value, state, losses));
      }
      case 'clear':
        return this.touch.all(scope, [i.place], [], s, losses).flatMap((t) => this.clear(scope, i.place, t, losses));
      case 'assume': {
        const states = this.touch.all(scope, [], [i.condition], s, losses);
        return states.flatMap((state) => this.conditions.assume(i, state, losses));
      }
      case 'scope-end': {
        this.integers.forget(s, i.variables);
        const dying = i.variables.flatMap((v) => this.operands.variableOf(v) ?? []);
        return this.assignAll(dying, { kind: 'uninitialized' }, s, losses);
      }
      case 'asm':
        return this.outside(scope, 'inline assembly');
    }
  }

  assignAll(variables: readonly PointerVariable[], value: Operand, s: Structure, losses: Losses): Structure[] {
    let states = [s];
    for (const x of variables) states = states.flatMap((state) => this.executor.assign(x, value, state, losses));
    return states;
  }

  private assign(scope: Scope, place: Place, value: Expr, s: Structure, losses: Losses): Structure[] {
    if (!isPointer(place.type)) return this.storeNumber(scope, place, value, s, losses);
    const operand = this.operands.operand(value);
    return this.modelled(scope, operand, s, losses).flatMap(([state, known]) =>
      this.assignOperand(scope, place, known, state, losses),
    );
  }

  /** Resolves operands that may be outside the model: foreign if they are inside, a gap if they are not. */
  private modelled(scope: Scope, operand: Operand, s: Structure, losses: Losses): [Structure, Operand][] {
    if (operand.kind === 'field') {
      return this.executor
        .resolve(operand.variable, s, losses)
        .map(({ state, value }) => [state, value === 'cell' ? operand : { kind: 'unknown' }]);
    }
    if (operand.kind !== 'outside') return [[s, operand]];
    if (!operand.variable) {
      this.outside(scope, operand.reason);
      return [];
    }
    return this.executor.resolve(operand.variable, s, losses).flatMap((r): [Structure, Operand][] => {
      if (r.value === 'cell') this.outside(scope, operand.reason);
      return r.value === 'cell' ? [] : [[r.state, { kind: r.value === 'foreign' ? 'foreign' : 'unknown' }]];
    });
  }

  assignOperand(scope: Scope, place: Place, operand: Operand, s: Structure, losses: Losses): Structure[] {
    const variable = place.kind === 'var' ? this.operands.variableOf(place.variable) : null;
    this.checks.oblige(scope, 'valid-memtrack', null);
    if (variable) return this.executor.assign(variable, operand, s, losses);
    const cell = cellOf(place);
    const base = cell && this.operands.pointerOf(cell.pointer);
    const field = cell && this.operands.fieldAt(cell.offset);
    if (!base || !field) {
      const states = this.storeNumber(scope, place, null, s, losses);
      return states.flatMap((state) => this.escape(scope, operand, state, losses));
    }
    return this.executor
      .resolve(base, s, losses)
      .flatMap(({ state, value }) =>
        value === 'cell'
          ? this.executor.store(base, field, operand, state, losses)
          : this.escape(scope, operand, state, losses),
      );
  }

  /** A pointer is stored in untracked memory, which is allowed unless it points to a cell. */
  private escape(scope: Scope, operand: Operand, s: Structure, losses: Losses): Structure[] {
    const reason = 'a tracked pointer is stored in untracked memory';
    if (operand.kind === 'field') return this.outside(scope, reason);
    if (operand.kind !== 'variable') return [s];
    return this.executor.resolve(operand.variable, s, losses).flatMap(({ state, value }) => {
      return value === 'cell' ? this.outside(scope, reason) : [state];
    });
  }

  /** Stores a value that is no pointer to a cell: pointers in the same bytes are overwritten. */
  storeNumber(scope: Scope, place: Place, value: Expr | null, s: Structure, losses: Losses): Structure[] {
    this.integers.store(s, place, value);
    const extent = extentOf(place);
    const variable = extent && this.operands.pointerOf(extent.pointer);
    if (!variable) return [s];
    const whole = extent.precision === 'some' || isCopiedAsBytes(place.type);
    return this.executor.resolve(variable, s, losses).flatMap(({ state, value: pointer }) => {
      if (pointer !== 'cell') return [state];
      const hit = this.touch.overlapped(extent, place).filter((f) => this.isWritten(state, variable, f));
      if (whole && this.touch.overlapped(extent, place).length > 0) {
        return this.outside(scope, 'an allocation is written as a whole or as an array');
      }
      return this.storeAll(variable, hit, { kind: 'unknown' }, state, losses);
    });
  }

  storeAll(
    x: PointerVariable,
    fields: readonly PointerField[],
    value: Operand,
    s: Structure,
    losses: Losses,
  ): Structure[] {
    let states = [s];
    for (const f of fields) states = states.flatMap((t) => this.executor.store(x, f, value, t, losses));
    return states;
  }

  /** Has the field of the cell been assigned a pointer? Numbers in cells of other types do not matter. */
  isWritten(s: Structure, x: PointerVariable, { uninitialized }: PointerField): boolean {
    return (s.must(x.at) & ~s.must(uninitialized)) !== 0;
  }

  private clear(scope: Scope, place: Place, s: Structure, losses: Losses): Structure[] {
    if (place.kind === 'var') {
      this.integers.clear(s, place);
      const variable = this.operands.variableOf(place.variable);
      return variable ? this.executor.assign(variable, { kind: 'null' }, s, losses) : [s];
    }
    return rootOf(place) ? [s] : this.clearCell(scope, place, s, losses);
  }

  /** Sets the pointers of a cell that a place covers to null. */
  private clearCell(scope: Scope, place: Place, s: Structure, losses: Losses): Structure[] {
    const extent = extentOf(place);
    const x = extent && this.operands.pointerOf(extent.pointer);
    const { fields, pointerSize } = this.executor.p;
    const hit = extent ? fields.filter((f) => f.offset < extent.high && extent.low < f.offset + pointerSize) : [];
    const covers = hit.every((f) => extent!.low <= f.offset && f.offset + pointerSize <= extent!.high);
    if (!x || extent.precision !== 'exact' || !covers) return this.outside(scope, 'an allocation is cleared in part');
    return this.executor
      .resolve(x, s, losses)
      .flatMap(({ state, value }) =>
        value === 'cell' ? this.storeAll(x, hit, { kind: 'null' }, state, losses) : [state],
      );
  }

  outside(scope: Scope, reason: string): Structure[] {
    this.checks.ledger.giveUp(scope.site, because('unsupported', reason));
    return [];
  }
}
