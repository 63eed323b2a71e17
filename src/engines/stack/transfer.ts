// From an instruction of the IR to what the executor does: which places it touches, what it assigns, which way a
// condition goes. Everything but calls of functions with a body, which the solver handles.

import type { AssumeInstr, CallInstr, Expr, Instr, Place } from '../../ir/instr.js';
import type { FunctionBody, FunctionSymbol } from '../../ir/program.js';
import { elementsOf } from '../../logic/tvl/bits.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { AnalysisOptions, Site } from '../engine.js';
import type { Access, Checks, Scope } from './checks.js';
import type { Executor, Losses } from './execute.js';
import { describeLibrary } from './library.js';
import type { Operand, Operands } from './operands.js';
import type { PointerVariable } from './predicates.js';
import { cellOf, isPointer, rootOf } from './scene.js';
import type { Resolved } from './values.js';

export interface Where {
  readonly symbol: FunctionSymbol;
  readonly body: FunctionBody;
}

export class Transfer {
  constructor(
    readonly executor: Executor,
    readonly operands: Operands,
    readonly checks: Checks,
    private readonly options: AnalysisOptions,
  ) {}

  scope({ symbol, body }: Where, { at, end }: { readonly at: number; readonly end: number }): Scope {
    const site: Site = { source: body.source, at, end };
    return { function: symbol.name, site };
  }

  /** The states behind an instruction that is not a call of a function with a body. Owns `s`. */
  instr(where: Where, i: Instr, s: Structure): Structure[] {
    const scope = this.scope(where, i);
    const losses = this.checks.losses(scope);
    switch (i.kind) {
      case 'assign': {
        const states = this.touch(scope, [i.place], [i.value], s, losses);
        return states.flatMap((state) => this.assign(scope, i.place, i.value, state, losses));
      }
      case 'clear':
        return this.touch(scope, [i.place], [], s, losses).flatMap((t) => this.clear(scope, i.place, t, losses));
      case 'call':
        return this.library(scope, i, s, losses);
      case 'assume':
        return this.assume(where, i, s);
      case 'scope-end':
        return this.scopeEnd(
          i.variables.flatMap((v) => this.operands.variableOf(v) ?? []),
          s,
          losses,
        );
      case 'asm':
        return this.outside(scope, 'inline assembly');
    }
  }

  /** Checks every access of an expression or place; what remains are the states in which all are valid. */
  touch(scope: Scope, places: readonly Place[], values: readonly Expr[], s: Structure, losses: Losses): Structure[] {
    let states = [s];
    for (const place of [...places, ...values.flatMap(placesRead)]) {
      if (!staysInside(place)) this.checks.oblige(scope, 'valid-deref', 'an index may lie outside its array');
      const pointer = dereferenced(place);
      if (!pointer) continue;
      const variable = this.operands.pointerOf(pointer);
      if (!variable) {
        this.checks.oblige(scope, 'valid-deref', 'a pointer that is not followed is dereferenced');
        continue;
      }
      const cell = cellOf(place);
      const site: Site = { source: scope.site.source, at: place.at, end: place.end };
      const text = scope.site.source.text(site) || variable.name;
      const access: Access = { ...scope, site, pointer: variable, text, end: cell && cell.offset + place.type.size };
      states = states.flatMap((state) => this.checks.access(access, state, losses));
    }
    return states;
  }

  private assign(scope: Scope, place: Place, value: Expr, s: Structure, losses: Losses): Structure[] {
    if (!isPointer(place.type)) return this.plainStore(scope, place, s, losses);
    const operand = this.operands.operand(value);
    return this.modelled(scope, operand, s, losses).flatMap(([state, known]) =>
      this.assignOperand(scope, place, known, state, losses),
    );
  }

  /** Resolves what can be outside the model: foreign where it is not, the end of the analysis where it is. */
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
    const root = rootOf(place);
    const variable = root && place.kind === 'var' ? this.operands.variableOf(root) : null;
    this.checks.oblige(scope, 'valid-memtrack', null);
    if (variable) return this.executor.assign(variable, operand, s, losses);
    const cell = cellOf(place);
    const base = cell && this.operands.pointerOf(cell.pointer);
    const field = cell && this.operands.fieldAt(cell.offset);
    if (!base || !field) return this.escape(scope, operand, s, losses);
    return this.executor
      .resolve(base, s, losses)
      .flatMap(({ state, value }) =>
        value === 'cell'
          ? this.executor.store(base, field, operand, state, losses)
          : this.escape(scope, operand, state, losses),
      );
  }

  /** A pointer is stored where the engine does not look: fine unless it points to a cell. */
  private escape(scope: Scope, operand: Operand, s: Structure, losses: Losses): Structure[] {
    const reason = 'a pointer to a cell is stored in memory that is not followed';
    if (operand.kind === 'field') return this.outside(scope, reason);
    if (operand.kind !== 'variable') return [s];
    return this.executor.resolve(operand.variable, s, losses).flatMap(({ state, value }) => {
      return value === 'cell' ? this.outside(scope, reason) : [state];
    });
  }

  /** A number is stored: a pointer that stood in the same bytes is gone. */
  private plainStore(scope: Scope, place: Place, s: Structure, losses: Losses): Structure[] {
    const pointer = dereferenced(place);
    if (!pointer) return [s];
    const variable = this.operands.pointerOf(pointer);
    const cell = cellOf(place);
    if (!variable) return [s];
    return this.executor.resolve(variable, s, losses).flatMap(({ state, value }) => {
      if (value !== 'cell') return [state];
      if (!cell || place.type.kind === 'record' || place.type.kind === 'array') {
        return this.outside(scope, 'a cell is written as a whole or as an array');
      }
      const end = cell.offset + place.type.size;
      const hit = this.executor.p.fields.filter((f) => f.offset < end && cell.offset < f.offset + 8);
      let states = [state];
      for (const field of hit) {
        states = states.flatMap((t) =>
          this.executor.p.fields.length > 0 && this.isWritten(t, variable, field.uninitialized)
            ? this.executor.store(variable, field, { kind: 'foreign' }, t, losses)
            : [t],
        );
      }
      return states;
    });
  }

  /** Has the field of the cell been given a pointer? Numbers in cells of other types do not matter. */
  private isWritten(s: Structure, x: PointerVariable, uninitialized: PointerVariable['at']): boolean {
    return (s.must(x.at) & ~s.must(uninitialized)) !== 0;
  }

  private clear(scope: Scope, place: Place, s: Structure, losses: Losses): Structure[] {
    if (place.kind === 'var') {
      const variable = this.operands.variableOf(place.variable);
      return variable ? this.executor.assign(variable, { kind: 'null' }, s, losses) : [s];
    }
    return rootOf(place) ? [s] : this.outside(scope, 'a cell is cleared as a whole');
  }

  scopeEnd(variables: readonly PointerVariable[], s: Structure, losses: Losses): Structure[] {
    let states = [s];
    for (const x of variables) states = states.flatMap((state) => this.executor.uninitialize(x, state, losses));
    return states;
  }

  /** The states in which the condition goes the given way. */
  assume(where: Where, { condition, holds, at, end }: AssumeInstr, s: Structure): Structure[] {
    const losses = this.checks.losses(this.scope(where, { at, end }));
    if (
      condition.kind === 'binary' &&
      (condition.op === 'eq' || condition.op === 'ne') &&
      isPointer(condition.left.type)
    ) {
      const equal = (condition.op === 'eq') === holds;
      return this.compare(condition.left, condition.right, equal ? 'equal' : 'different', s, losses);
    }
    if (isPointer(condition.type)) {
      const zero: Expr = { kind: 'int', value: 0n, type: condition.type, at, end };
      return this.compare(condition, zero, holds ? 'different' : 'equal', s, losses);
    }
    if (condition.kind === 'unary' && condition.op === 'not') {
      return this.assume(where, { kind: 'assume', condition: condition.operand, holds: !holds, at, end }, s);
    }
    if (condition.kind === 'int') return (condition.value !== 0n) === holds ? [s] : [];
    return [s];
  }

  private compare(left: Expr, right: Expr, wanted: 'equal' | 'different', s: Structure, losses: Losses): Structure[] {
    const result: Structure[] = [];
    for (const a of this.valuesOf(left, s, losses)) {
      for (const b of this.valuesOf(right, a.state, losses)) {
        const verdict = areEqual(a, b);
        if (verdict === 'perhaps' || verdict === wanted) result.push(b.state);
      }
    }
    return result;
  }

  private valuesOf(
    e: Expr,
    s: Structure,
    losses: Losses,
  ): (Resolved | { state: Structure; value: 'unknown'; node: -1 })[] {
    const operand = this.operands.operand(e);
    if (operand.kind === 'variable') return this.executor.resolve(operand.variable, s, losses);
    if (operand.kind === 'null') return [{ state: s, value: 'null', node: -1 }];
    return [{ state: s, value: 'unknown', node: -1 }];
  }

  /** A function without a body. */
  private library(scope: Scope, i: CallInstr, s: Structure, losses: Losses): Structure[] {
    const name = i.callee.kind === 'direct' ? i.callee.function.name : null;
    const effect = name === null ? null : describeLibrary(name, i);
    const states = this.touch(scope, i.result ? [i.result] : [], i.args, s, losses);
    switch (effect?.kind) {
      case 'free':
        return states.flatMap((state) => this.free(scope, i.args[0]!, state, losses));
      case 'allocate':
        return states.flatMap((state) => this.allocate(scope, i, effect, state, losses));
      case 'never-returns':
        for (const state of states) this.programEnds(scope, state);
        return [];
      case 'harmless':
        return states.flatMap((state) => this.unknownResult(scope, i, state, losses));
      default:
        return states.flatMap((state) => this.unknownFunction(scope, i, state, losses));
    }
  }

  private free(scope: Scope, argument: Expr, s: Structure, losses: Losses): Structure[] {
    const operand = this.operands.operand(argument);
    if (operand.kind === 'null') return [s];
    if (operand.kind !== 'variable') {
      this.checks.oblige(scope, 'valid-free', 'what is freed is not followed');
      if (operand.kind === 'foreign') {
        const message = 'what is freed was not allocated';
        this.checks.ledger.report({ ...scope, rule: 'invalid-free', certainty: 'possible', message });
        return [];
      }
      return this.outside(scope, 'what is freed is not followed');
    }
    const access: Access = { ...scope, pointer: operand.variable, text: operand.variable.name, end: null };
    return this.checks
      .freeing(access, s, losses)
      .flatMap(({ state, what }) => (what === 'cell' ? this.executor.free(operand.variable, state, losses) : [state]));
  }

  private allocate(
    scope: Scope,
    i: CallInstr,
    { size, content }: { readonly size: number; readonly content: 'zero' | 'uninitialized' },
    s: Structure,
    losses: Losses,
  ): Structure[] {
    const root = i.result?.kind === 'var' ? this.operands.variableOf(i.result.variable) : null;
    const { result } = this.executor.p;
    const failed =
      this.options.mallocMayFail && i.result
        ? this.assignOperand(scope, i.result, { kind: 'null' }, s.copy(), losses)
        : [];
    if (root) return [...failed, ...this.executor.allocate(root, size, content, s, losses)];
    const made = this.executor.allocate(result, size, content, s, losses);
    return [...failed, ...made.flatMap((state) => this.bindResult(scope, i.result, state, losses))];
  }

  /** result = what the callee returned; then the place of results is empty again. */
  bindResult(scope: Scope, place: Place | null, s: Structure, losses: Losses): Structure[] {
    const { result } = this.executor.p;
    const bound =
      place && isPointer(place.type)
        ? this.assignOperand(scope, place, { kind: 'variable', variable: result }, s, losses)
        : [s];
    return bound.flatMap((state) => this.executor.assign(result, { kind: 'null' }, state, losses));
  }

  private unknownResult(scope: Scope, i: CallInstr, s: Structure, losses: Losses): Structure[] {
    if (!i.result || !isPointer(i.result.type)) return [s];
    return this.assignOperand(scope, i.result, { kind: 'unknown' }, s, losses);
  }

  private unknownFunction(scope: Scope, i: CallInstr, s: Structure, losses: Losses): Structure[] {
    const name = i.callee.kind === 'direct' ? `\`${i.callee.function.name}\`` : 'a function behind a pointer';
    const reason = `${name}, which has no body, is given a pointer to a cell`;
    this.checks.ledger.assume(`${name} has no body: it is assumed to leave the program's memory alone`);
    let states = [s];
    for (const a of i.args.filter((e) => isPointer(e.type))) {
      states = states.flatMap((state) => this.escapeTo(scope, this.operands.operand(a), reason, state, losses));
    }
    return states.flatMap((state) => this.unknownResult(scope, i, state, losses));
  }

  private escapeTo(scope: Scope, operand: Operand, reason: string, s: Structure, losses: Losses): Structure[] {
    if (operand.kind === 'null' || operand.kind === 'foreign') return [s];
    if (operand.kind !== 'variable') return this.outside(scope, reason);
    return this.executor
      .resolve(operand.variable, s, losses)
      .flatMap(({ state, value }) => (value === 'cell' ? this.outside(scope, reason) : [state]));
  }

  /** What is still allocated when the program ends has not been cleaned up. */
  programEnds(scope: Scope, s: Structure): void {
    const { heap, freed } = this.executor.p;
    const left = s.must(heap) & ~s.must(freed);
    const reason = elementsOf(left).length > 0 ? 'memory is still allocated when the program ends' : null;
    this.checks.oblige(scope, 'valid-memcleanup', reason);
    if (reason && this.options.leakAtExit) {
      this.checks.ledger.report({ ...scope, rule: 'leak', certainty: 'definite', message: reason });
    }
  }

  private outside(scope: Scope, reason: string): Structure[] {
    this.checks.ledger.giveUp(scope.site, reason);
    return [];
  }
}

function areEqual(
  a: Resolved | { value: 'unknown'; node: -1 },
  b: Resolved | { value: 'unknown'; node: -1 },
): 'equal' | 'different' | 'perhaps' {
  const odd = (v: typeof a) => v.value === 'unknown' || v.value === 'uninitialized';
  if (odd(a) || odd(b)) return 'perhaps';
  if (a.value !== b.value) return 'different';
  if (a.value === 'foreign') return 'perhaps';
  return a.node === b.node ? 'equal' : 'different';
}

/** Are all indices constants within the bounds of their arrays? */
function staysInside(p: Place): boolean {
  if (p.kind === 'var' || p.kind === 'deref') return true;
  if (p.kind === 'field') return staysInside(p.base);
  const { type } = p.base;
  const length = type.kind === 'array' ? type.length : null;
  if (p.index.kind !== 'int' || length === null) return false;
  return p.index.value >= 0n && p.index.value < BigInt(length) && staysInside(p.base);
}

/** The pointer that is followed to reach the place. */
function dereferenced(p: Place): Expr | null {
  if (p.kind === 'var') return null;
  return p.kind === 'deref' ? p.pointer : dereferenced(p.base);
}

function placesRead(e: Expr): Place[] {
  switch (e.kind) {
    case 'load':
      return [e.place];
    case 'unary':
    case 'cast':
      return placesRead(e.operand);
    case 'binary':
      return [...placesRead(e.left), ...placesRead(e.right)];
    default:
      return [];
  }
}
