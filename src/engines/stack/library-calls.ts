// Calls of functions without a body in the program: known library functions, and unknown calls.
// Beside transfer.ts, which has the other instructions.

import type { CallInstr, Expr, Place } from '../../ir/instr.js';
import { elementsOf } from '../../logic/tvl/bits.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { Range } from '../../numeric/range.js';
import type { AnalysisOptions } from '../engine.js';
import { because } from '../reason.js';
import { constantOf } from '../shared/constants.js';
import { failuresOf } from '../shared/failures.js';
import { PROPERTIES } from '../shared/ledger.js';
import type { Access, Scope } from './checks.js';
import { allocatedSize, describeLibrary, type LibraryEffect } from './intrinsics.js';
import type { Losses } from './paper/execute.js';
import type { PointerField, PointerVariable } from './paper/predicates.js';
import { isPointer } from './places.js';
import type { Scene } from './scene.js';
import type { Transfer, Where } from './transfer.js';

export class LibraryCalls {
  constructor(
    private readonly transfer: Transfer,
    private readonly scene: Scene,
    private readonly options: AnalysisOptions,
  ) {}

  /** The states after the call. Owns `s`. */
  call(where: Where, i: CallInstr, s: Structure): Structure[] {
    const scope = this.transfer.scope(where, i);
    const losses = this.transfer.checks.losses(scope);
    const states = this.transfer.touch.all(scope, i.result ? [i.result] : [], i.args, s, losses);
    const effect: LibraryEffect | null = this.scene.readers.has(i) ? { kind: 'harmless' } : describeLibrary(i);
    return states.flatMap((state) => this.execute(scope, i, effect, state, losses));
  }

  private execute(scope: Scope, i: CallInstr, effect: LibraryEffect | null, s: Structure, losses: Losses): Structure[] {
    switch (effect?.kind) {
      case 'free':
        return this.free(scope, i.args[0]!, s, losses);
      case 'allocate':
        return this.allocate(scope, i, effect, s, losses);
      case 'never-returns':
        this.programEnds(scope, s);
        return [];
      case 'harmless':
        return this.bindUnknown(scope, i, s, losses);
      case 'read':
        return this.bytesAt(scope, i.args[0]!, constantOf(i.args[1]), s, losses).map(([state]) => state);
      case 'write':
        return this.overwrite(scope, i.args[0]!, constantOf(i.args[1]), s, losses);
      case 'clear':
        return this.clear(scope, i.args[0]!, constantOf(i.args[1]), s, losses);
      case 'copy':
        return this.copy(scope, i, s, losses);
      case 'move':
        return this.unknownFunction(scope, i, 'a function that moves an allocation', s, losses);
      case 'shuffle':
        return this.unknownFunction(scope, i, 'a function that permutes elements', s, losses);
      case 'unfollowed':
        return this.unknownFunction(scope, i, 'a function that runs unknown code', s, losses);
      case 'escape':
      case undefined:
        return this.unknownFunction(scope, i, 'a function without a body', s, losses);
    }
  }

  private free(scope: Scope, argument: Expr, s: Structure, losses: Losses): Structure[] {
    const { checks, operands, executor } = this.transfer;
    const operand = operands.operand(argument);
    if (operand.kind === 'null') return [s];
    if (operand.kind === 'variable') {
      const text = scope.site.source.text({ at: argument.at, end: argument.end }) || operand.variable.name;
      const access: Access = { ...scope, pointer: operand.variable, text, end: null };
      return checks
        .freeing(access, s, losses)
        .flatMap(({ state, what }) => (what === 'cell' ? executor.free(operand.variable, state, losses) : [state]));
    }
    if (operand.kind !== 'foreign') return this.transfer.outside(scope, 'the freed pointer is not tracked');
    const message = 'the memory is not on the heap';
    checks.ledger.report({ ...scope, rule: 'invalid-free', certainty: 'possible', message });
    return [];
  }

  private allocate(
    scope: Scope,
    i: CallInstr,
    { content }: Extract<LibraryEffect, { kind: 'allocate' }>,
    s: Structure,
    losses: Losses,
  ): Structure[] {
    const { executor, operands, integers } = this.transfer;
    const size = allocatedSize(i, (e) => {
      const { low, high } = integers.rangeOf(s, e);
      return low === high && low >= 0 ? low : null;
    });
    const variable = i.result?.kind === 'var' ? operands.variableOf(i.result.variable) : null;
    const mayWrap = content === 'zero' && !isSmall(i.args.map((e) => integers.rangeOf(s, e)));
    const refused = mayWrap && i.result ? this.refuse(scope, i.result, s.copy(), losses) : [];
    const failed = this.failsToo && i.result ? this.fail(scope, i.result, s.copy(), losses) : refused;
    if (variable) return [...failed, ...executor.allocate(variable, size, content, s, losses)];
    const made = executor.allocate(executor.p.result, size, content, s, losses);
    return [...failed, ...made.flatMap((state) => this.bindResult(scope, i.result, state, losses))];
  }

  private get failsToo(): boolean {
    return failuresOf(this.options) !== 'assumed-away';
  }

  private fail(scope: Scope, result: Place, s: Structure, losses: Losses): Structure[] {
    this.transfer.executor.failAllocation(s);
    return this.refuse(scope, result, s, losses);
  }

  private refuse(scope: Scope, result: Place, s: Structure, losses: Losses): Structure[] {
    return this.transfer.assignOperand(scope, result, { kind: 'null' }, s, losses);
  }

  /** place = the callee's result; then the result slot is cleared. */
  bindResult(scope: Scope, place: Place | null, s: Structure, losses: Losses): Structure[] {
    const { executor } = this.transfer;
    const { result } = executor.p;
    const bound = !place
      ? [s]
      : isPointer(place.type)
        ? this.transfer.assignOperand(scope, place, { kind: 'variable', variable: result }, s, losses)
        : this.transfer.storeNumber(scope, place, null, s, losses);
    for (const state of bound) this.transfer.integers.bind(state, place);
    return bound.flatMap((state) => executor.assign(result, { kind: 'null' }, state, losses));
  }

  private bindUnknown(scope: Scope, { result }: CallInstr, s: Structure, losses: Losses): Structure[] {
    if (!result) return [s];
    if (!isPointer(result.type)) return this.transfer.storeNumber(scope, result, null, s, losses);
    return this.transfer.assignOperand(scope, result, { kind: 'unknown' }, s, losses);
  }

  /**
   * The states in which the bytes at the pointer may be accessed, each with the variable of the cell, if it is a cell.
   */
  private bytesAt(
    scope: Scope,
    pointer: Expr,
    count: number | null,
    s: Structure,
    losses: Losses,
  ): [Structure, PointerVariable | null][] {
    const { operands, touch, checks } = this.transfer;
    const variable = operands.pointerOf(pointer);
    if (count === 0) return [[s, null]];
    if (!variable) {
      checks.oblige(scope, 'valid-deref', 'bytes at an untracked pointer are accessed');
      return [[s, null]];
    }
    return touch
      .bytes(scope, variable, count, s, losses)
      .map((state) => [state, state.must(variable.at) !== 0 ? variable : null]);
  }

  /** The fields of the cell that overlap the first `count` bytes and are not null. */
  private fieldsIn(s: Structure, x: PointerVariable, count: number | null): PointerField[] {
    const { executor } = this.transfer;
    return executor.p.fields.filter((f) => (count === null || f.offset < count) && this.transfer.isWritten(s, x, f));
  }

  private overwrite(scope: Scope, pointer: Expr, count: number | null, s: Structure, losses: Losses): Structure[] {
    return this.bytesAt(scope, pointer, count, s, losses).flatMap(([state, x]) =>
      x ? this.transfer.storeAll(x, this.fieldsIn(state, x, count), { kind: 'unknown' }, state, losses) : [state],
    );
  }

  /** A known number of bytes becomes zero; if the number is unknown, pointers there would become unknown. */
  private clear(scope: Scope, pointer: Expr, count: number | null, s: Structure, losses: Losses): Structure[] {
    const { fields, pointerSize } = this.transfer.executor.p;
    return this.bytesAt(scope, pointer, count, s, losses).flatMap(([state, x]) => {
      if (!x) return [state];
      if (count === null) return this.transfer.storeAll(x, fields, { kind: 'unknown' }, state, losses);
      const [whole, cut] = [fields.filter((f) => f.offset + pointerSize <= count), this.fieldsIn(state, x, count)];
      const partly = cut.filter((f) => !whole.includes(f));
      return this.transfer
        .storeAll(x, whole, { kind: 'null' }, state, losses)
        .flatMap((t) => this.transfer.storeAll(x, partly, { kind: 'unknown' }, t, losses));
    });
  }

  /** Copies numbers; copies of pointers to cells would not be tracked. */
  private copy(scope: Scope, { args }: CallInstr, s: Structure, losses: Losses): Structure[] {
    const count = constantOf(args[2]);
    return this.bytesAt(scope, args[1]!, count, s, losses)
      .filter(([state, x]) => {
        const pointers = x ? this.fieldsIn(state, x, count).filter((f) => mayPoint(state, x, f)) : [];
        if (pointers.length > 0) this.transfer.outside(scope, 'tracked pointers are copied byte by byte');
        return pointers.length === 0;
      })
      .flatMap(([state]) => this.overwrite(scope, args[0]!, count, state, losses));
  }

  /**
   * Nothing is proved after an unknown call; the analysis continues as if the call left the program's memory unchanged.
   */
  unknownFunction(scope: Scope, i: CallInstr, what: string, s: Structure, losses: Losses): Structure[] {
    const { checks, touch } = this.transfer;
    const name = i.callee.kind === 'direct' ? `\`${i.callee.function.name}\`` : 'a function behind a pointer';
    const assumed = `${name} has neither body nor model: it is assumed to leave the program's memory unchanged`;
    checks.ledger.assume(because('unknown-call', assumed));
    for (const property of PROPERTIES) checks.oblige(scope, property, `${what}, ${name}, is called`);
    let states = [s];
    for (const a of i.args.filter((e) => isPointer(e.type))) {
      states = states.flatMap((t) =>
        touch.notACell(scope, a, `${what}, ${name}, receives a tracked pointer`, t, losses),
      );
    }
    return states.flatMap((state) => this.bindUnknown(scope, i, state, losses));
  }

  /** On local heaps, a callee has only part of the heap. */
  private hasOthersWaiting(scope: Scope): boolean {
    const { entry, sites } = this.scene;
    const isLocal = this.transfer.executor.p.doors.length > 0;
    return isLocal && (scope.function !== entry.name || sites.some((c) => c.callee === entry));
  }

  /** Memory that is still allocated when the program ends violates valid-memcleanup. */
  programEnds(scope: Scope, s: Structure): void {
    const { executor, checks } = this.transfer;
    if (this.hasOthersWaiting(scope)) {
      const reason = 'the memory of callers is unknown when the program ends here';
      checks.oblige(scope, 'valid-memcleanup', reason);
      if (this.options.leakAtExit) checks.ledger.giveUp(scope.site, because('unsupported', reason));
      return;
    }
    const left = s.must(executor.p.heap) & ~s.must(executor.p.freed) & ~s.must(executor.p.boxed);
    const reason = elementsOf(left).length > 0 ? 'memory is still allocated when the program ends' : null;
    checks.oblige(scope, 'valid-memcleanup', reason);
    if (reason && this.options.leakAtExit) {
      checks.ledger.report({ ...scope, rule: 'leak', certainty: 'definite', message: reason, atExit: true });
    }
  }
}

/** calloc gives null if the product wraps. No product below this size does on a machine of 32 bits. */
const isSmall = (factors: readonly Range[]): boolean =>
  factors.every(({ low }) => low >= 0) && factors.reduce((all, { high }) => all * high, 1) < 2 ** 32;

const mayPoint = (s: Structure, x: PointerVariable, { points }: PointerField): boolean =>
  s.mayRow(points, 31 - Math.clz32(s.must(x.at))) !== 0;
