// ᾱ: the caller's state as the callee's input. Matches each input cell of an outcome with memory of the caller.
// The first half of instantiate.ts. Reports bad arguments, or finds that the outcome is infeasible.

import type { Expr } from '../../../ir/instr.js';
import type { TraceStep } from '../../engine.js';
import { isUnset } from '../beliefs/cleared-member.js';
import { type Doubts, NO_DOUBTS, unite } from '../domain/doubts.js';
import { assumeComparison, assumeFact, isZeroFact } from '../domain/facts.js';
import { materialize, read, spotAt } from '../domain/memory.js';
import { givenFor } from '../domain/preconditions.js';
import { type Cell, type Fact, type Field, shift } from '../domain/state.js';
import {
  addressOf,
  type FieldKey,
  isDoubtful,
  isElement,
  isKnown,
  isOpaque,
  isUninitialized,
  isZero,
  type SymbolInfo,
  type Symbolic,
  type Value,
} from '../domain/symbols.js';
import { assumeTruth } from '../exec/conditions.js';
import { reach } from '../exec/evaluate.js';
import {
  claimUntested,
  doubtsOfNull,
  doubtsOfPath,
  isOnlyPossible,
  nameOf,
  reportError,
  reportUnchecked,
  siteOf,
} from '../exec/report.js';
import { isBeyond } from '../summary/counting.js';
import { isRecursing, isSure } from '../summary/gaps.js';
import { CallSite, isShared, sameField } from './call-site.js';
import { agreeOnCases } from './cases.js';
import { isAlwaysDereferenced } from './conceivable.js';
import { needsParameter } from './needs.js';

type Input = Extract<SymbolInfo, { kind: 'input' }>;

export class Arguments extends CallSite {
  /** A cell that the callee frees, where the caller passes an uninitialised pointer. */
  private wild: Cell | null = null;
  /** Reports the argument that the callee must not access, if the outcome is feasible otherwise. */
  private error: (() => void) | null = null;
  private args: readonly Value[] = [];

  /** Is the outcome feasible in the caller's state? Assumes its preconditions. */
  fit(args: readonly Value[]): boolean | 'aliased' {
    this.args = args;
    const isMatched = this.matchAll();
    if (isMatched && this.isAliased()) return 'aliased';
    if ((!isMatched && this.error === null) || !this.assumePreconditions()) return false;
    this.error?.();
    if (isMatched && this.wild) this.reportWildFree(this.wild);
    return isMatched && this.wild === null;
  }

  private matchAll(): boolean {
    for (const cell of this.outcome.state.cells.values()) if (isShared(cell) && !this.match(cell)) return false;
    return true;
  }

  /** What the outcome requires of values, whatever memory they lie in. */
  private assumePreconditions(): boolean {
    const { counts, state } = this.outcome;
    for (const [symbol, count] of counts ?? [])
      if (!isBeyond(this.caller, this.caller.resolve(this.meaning.symbol(symbol)), count)) return false;
    for (const [symbol, fact] of state.facts) if (!this.agree(symbol, fact)) return false;
    if (!agreeOnCases(this.caller, state.cases, (symbol) => this.meaning.symbol(symbol))) return false;
    for (const [symbol, value] of state.same)
      if (!assumeComparison(this.caller, 'eq', this.value(addressOf(symbol)), this.value(value))) return false;
    for (const [a, b] of state.apart.values())
      if (!assumeComparison(this.caller, 'ne', this.value(a), this.value(b))) return false;
    return true;
  }

  /**
   * The callee accesses the cell: the caller's pointer must be valid, and the initial fields are bound to the caller's
   * values.
   */
  private match(cell: Cell): boolean {
    const pointer = this.value(addressOf(cell.name));
    if (isKnown(pointer) && (cell.maybeNull || this.isCopyOfNothing(cell))) return true;
    if (isUninitialized(pointer) && isOnlyFreed(cell) && !cell.freed?.conditional) {
      this.wild ??= cell;
      return true;
    }
    const where = this.reachCell(cell, pointer);
    if (!where) return false;
    for (const [key, field] of cell.before) {
      const { value } = field;
      if (isKnown(value)) continue;
      const info = this.outcome.state.symbols.info(value.symbol);
      if (info.kind === 'input') this.meaning.set(value.symbol, this.readAt(where, key, field, info));
    }
    return true;
  }

  /** memcpy(to, from, 0) accesses neither. */
  private isCopyOfNothing(cell: Cell): boolean {
    for (const { name, copyOf, wiped } of this.outcome.state.cells.values())
      if (copyOf && wiped !== null && (name === cell.name || copyOf.symbol === cell.name) && isZero(this.value(wiped)))
        return true;
    return false;
  }

  private reachCell(cell: Cell, pointer: Value): Symbolic | null {
    const { here, caller } = this;
    if (isKnown(pointer) || isUninitialized(pointer)) {
      this.error = () => this.reportArgument(cell, pointer);
      return null;
    }
    const known = caller.cellAt(pointer);
    if (known && known.status !== 'live') {
      this.error = () => this.reportFreed(cell, known);
      return null;
    }
    if (known?.maybeNull && !cell.maybeNull) {
      if (known.kind === 'heap' && here.options.mallocMayFail) reportUnchecked(here, caller, known, null);
      caller.update(known, { maybeNull: false });
    }
    if (known || isOpaque(pointer) || !cell.maybeNull) return reach(here, caller, pointer, null);
    caller.update(materialize(caller, pointer.symbol), { maybeNull: true });
    return pointer;
  }

  /** Do two cells of the callee alias in the caller, on a field that one of them changes? */
  private isAliased(): boolean {
    const touched = new Map<string, { readonly by: Cell; readonly changed: boolean }>();
    for (const { cell, base } of this.sharing()) {
      for (const [key, field] of cell.fields) {
        if (typeof key !== 'number') continue;
        const place = `${base.symbol}${base.index}+${base.plus + key}`;
        const changed = !sameField(cell.before.get(key), field);
        const other = touched.get(place);
        if (other && other.by !== cell && (changed || other.changed)) return true;
        touched.set(place, { by: cell, changed: changed || (other?.changed ?? false) });
      }
    }
    return false;
  }

  /** Cells of the callee that lie in the same cell of the caller. */
  private sharing(): { readonly cell: Cell; readonly base: Symbolic }[] {
    const placed: { readonly cell: Cell; readonly base: Symbolic }[] = [];
    const counts = new Map<number, number>();
    for (const cell of this.outcome.state.cells.values()) {
      const base = isShared(cell) ? this.value(addressOf(cell.name)) : 0;
      if (isKnown(base)) continue;
      placed.push({ cell, base });
      counts.set(base.symbol, (counts.get(base.symbol) ?? 0) + 1);
    }
    return counts.size === placed.length ? [] : placed.filter(({ base }) => counts.get(base.symbol)! > 1);
  }

  private readAt(where: Symbolic, key: FieldKey, field: Field, { type, slot }: Pick<Input, 'type' | 'slot'>): Value {
    const spot =
      typeof key === 'number'
        ? spotAt(shift(where, key) as Symbolic, field.size)
        : {
            cell: where.symbol,
            key: where.plus === 0 && !isElement(key) ? key : this.meaning.elementKey(key),
            size: field.size,
          };
    return read(this.caller, { cell: spot.cell, key: spot.key, size: spot.size, slot }, type);
  }

  private reportArgument(cell: Cell, v: Value): void {
    const { here, caller } = this;
    if (this.outcome.counts || (isKnown(v) && !isZero(v))) return;
    const isDoubtful = isOnlyPossible(here, v);
    if (isDoubtful && this.claimArgument(cell, v)) return;
    const isUnchecked = isDoubtful && here.options.mallocMayFail;
    const rule = isUninitialized(v)
      ? 'uninitialized-pointer'
      : isUnchecked
        ? 'unchecked-allocation'
        : 'null-dereference';
    if (rule !== 'null-dereference' && cell.maybeNull) return;
    const what = isUninitialized(v) ? 'an uninitialised pointer' : 'a null pointer';
    if (!this.isCertainlyReached(cell)) return;
    const pointer = this.argumentFor(cell);
    const facts = {
      facts: { name: pointer && nameOf(here, pointer), how: `\`${this.calleeName()}\` dereferences it` },
    };
    reportError(here, caller, {
      rule,
      message: `\`${this.calleeName()}\` dereferences ${what} that is passed here`,
      cell: null,
      after: this.into(cell, 'dereferenced here'),
      doubts: rule === 'null-dereference' ? this.doubtsOf(cell, v) : NO_DOUBTS,
      pointer,
      ...(pointer ? facts : {}),
    });
  }

  private doubtsOf(cell: Cell, v: Value): Doubts {
    return unite(doubtsOfNull(this.here, v), doubtsOfPath(this.here, this.caller, this.argumentFor(cell)));
  }

  /** The expression whose value the callee accesses as this cell; null if it finds the cell behind an argument. */
  private argumentFor({ name }: Cell): Expr | null {
    const { block, index } = this.here;
    const call = block.instrs[index];
    const info = this.outcome.state.symbols.info(name);
    return call?.kind === 'call' && info.kind === 'parameter' ? (call.args[info.index] ?? null) : null;
  }

  /** The null is the result of a lookup. */
  private claimArgument(cell: Cell, v: Value): boolean {
    if (cell.maybeNull || !this.isCertainlyReached(cell)) return false;
    return claimUntested(this.here, this.caller, v, `\`${this.calleeName()}\` dereferences what may be null here`);
  }

  /** Does every call of the callee dereference the cell? */
  private isCertainlyReached(cell: Cell): boolean {
    const isSeen = !this.isAvoidable(cell) && !isRecursing(this.summary) && isSure(this.summary);
    if (!isSeen && !this.isNeeded(cell)) return false;
    return !(this.here.believes('cleared-member') && this.isUnset(cell)) && !this.isGuess;
  }

  /** Does the text of the callee say so? */
  private isNeeded({ name }: Cell): boolean {
    const { callee } = this.call;
    const info = this.outcome.state.symbols.info(name);
    const definition = callee.kind === 'direct' ? this.here.program.definitionOf(callee.function) : null;
    return info.kind === 'parameter' && !!definition?.body && needsParameter(definition.body, info.index);
  }

  /** May the callee take another path, which does not dereference the pointer? */
  private isAvoidable({ name }: Cell): boolean {
    if (!this.isOneOfSeveral) return false;
    const info = this.outcome.state.symbols.info(name);
    return info.kind !== 'parameter' || !isAlwaysDereferenced(this.caller, this.args, this.summary, info.index);
  }

  /** Is the null the content of a zeroed cell, in a field that was not written since? */
  private isUnset({ name }: Cell): boolean {
    const info = this.outcome.state.symbols.info(name);
    const base = info.kind === 'input' && typeof info.key === 'number' ? this.value(addressOf(info.of)) : 0;
    if (info.kind !== 'input' || isKnown(base) || base.index !== '') return false;
    return isUnset(this.caller.cells.get(base.symbol), base.plus + (info.key as number));
  }

  private reportWildFree({ freed }: Cell): void {
    if (this.isGuess || this.outcome.counts) return;
    reportError(this.here, this.caller, {
      rule: 'uninitialized-pointer',
      message: 'an uninitialised pointer is freed',
      cell: null,
      after: freed?.steps ?? [],
      event: this.visible(freed?.event ?? null),
    });
  }

  private reportFreed(cell: Cell, known: Cell): void {
    const given = givenFor(known);
    if (known.status !== 'freed' || !given || this.outcome.counts || this.isGuess) return;
    const onlyFreed = isOnlyFreed(cell);
    const pointer = this.argumentFor(cell);
    const name = pointer && nameOf(this.here, pointer);
    reportError(this.here, this.caller, {
      rule: onlyFreed ? 'double-free' : 'use-after-free',
      message: onlyFreed
        ? 'the memory has been freed before'
        : `\`${this.calleeName()}\` uses memory that has been freed before`,
      cell: known,
      after: [...(known.freed?.steps ?? []), ...this.again(cell)],
      given,
      ...(name ? { facts: { name, how: onlyFreed ? null : `\`${this.calleeName()}\` uses it` } } : {}),
    });
  }

  /** How the callee frees the cell, if that is not a model. */
  private again({ freed }: Cell): TraceStep[] {
    return freed ? [{ site: siteOf(this.here), message: `\`${this.calleeName()}\` frees it` }, ...freed.steps] : [];
  }

  private agree(symbol: number, fact: Fact): boolean {
    const v = this.caller.resolve(this.value(addressOf(symbol)));
    if (isZeroFact(fact) && isDoubtful(v) && this.here.believes('null-tested-by-callee'))
      this.meaning.doubtful.add(symbol);
    if (isZeroFact(fact) && this.isProduct(v)) return assumeTruth(this.caller, v, false);
    return assumeFact(this.caller, v, fact) && (!fact.nonzero || assumeTruth(this.caller, v, true));
  }

  /** n · size, which is 0 only if n is. */
  private isProduct(v: Value): boolean {
    const info = isKnown(v) || v.plus !== 0 ? null : this.caller.symbols.info(v.symbol);
    return info?.kind === 'term' && (info.op === 'mul' || info.op === 'cast');
  }

  private into(cell: Cell, message: string): TraceStep[] {
    return cell.site ? [{ site: cell.site, message }] : [];
  }
}

const isOnlyFreed = ({ status, before, fields }: Cell): boolean =>
  status === 'freed' && before.size === 0 && fields.size === 0;
