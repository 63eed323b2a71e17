// ⟨ᾱ, β̄⟩: an outcome of a callee put to work in the state of its caller. Inputs of the callee are matched with what the
// caller has (discovering more of the caller's own inputs on the way), facts are checked, effects are carried out.

import type { CallInstr } from '../../ir/instr.js';
import { MODELS } from '../../models/load.js';
import type { TraceStep } from '../engine.js';
import { agreeOnCases } from './cases.js';
import { cellOfVariable, reach } from './evaluate.js';
import { assumeComparison, assumeFact, isPossible } from './facts.js';
import { forgetGlobals } from './forgetting.js';
import { free } from './freeing.js';
import { complain, complainOfUntested, eventOf, type Here, nameOf, siteOf } from './here.js';
import { isWiped } from './join.js';
import { type Loss, reached } from './leaks.js';
import { Meaning } from './meaning.js';
import {
  copyBytes,
  discoverAll,
  doubtLinks,
  letGo,
  materialize,
  overwrite,
  read,
  spotAt,
  write,
  writeSomewhere,
} from './memory.js';
import { targetOf } from './slots.js';
import {
  type Cell,
  type Event,
  type Fact,
  type Field,
  hasHeap,
  makeCell,
  type State,
  shift,
  withValue,
} from './state.js';
import { isInputTerm, type Outcome, type Summary } from './summary.js';
import {
  addressOf,
  FAILED,
  type FieldKey,
  isElement,
  isFailed,
  isKnown,
  isOpaque,
  isUninitialized,
  type SymbolInfo,
  type Symbolic,
  sameValue,
  type Value,
} from './symbols.js';

type Input = Extract<SymbolInfo, { kind: 'input' }>;

export interface Returned {
  readonly state: State;
  readonly result: Value | null;
  /** Pointers that the callee overwrote, or that were in blocks it freed. */
  readonly losses: readonly Loss[];
  /** The cells that are freed, the callee's name to the caller's. */
  readonly freed: ReadonlyMap<number, number>;
}

/**
 * The caller's state behind the call; null if this outcome cannot happen here, `entangled` if the callee took for two
 * cells what is one here, and wrote to it. Changes `caller`.
 */
export function instantiate(
  here: Here,
  caller: State,
  call: CallInstr,
  args: readonly Value[],
  outcome: Outcome,
  summary: Summary,
): Returned | 'entangled' | null {
  return new Instance(here, caller, call, args, outcome, summary).run();
}

/** Can the outcome happen with these arguments? A quick look, before anything is done; pointers that lead somewhere are left. */
export function isConceivable(caller: State, args: readonly Value[], { state }: Outcome): boolean {
  for (const [symbol, fact] of state.facts) {
    const info = state.symbols.info(symbol);
    if (info.kind !== 'parameter' || state.cells.has(symbol)) continue;
    const arg = args[info.index];
    if (arg !== undefined && !isOpaque(arg) && !isPossible(caller, caller.resolve(arg), fact)) return false;
  }
  return true;
}

class Instance {
  private readonly meaning: Meaning;
  private readonly losses: Loss[] = [];
  private readonly freed = new Map<number, number>();

  constructor(
    private readonly here: Here,
    private readonly caller: State,
    private readonly call: CallInstr,
    args: readonly Value[],
    private readonly outcome: Outcome,
    /** Everything that the call can do. */
    private readonly summary: Summary,
  ) {
    this.meaning = new Meaning(here, caller, call, args, outcome.state.symbols);
  }

  run(): Returned | 'entangled' | null {
    const { state } = this.outcome;
    for (const cell of state.cells.values()) if (isShared(cell) && !this.match(cell)) return null;
    if (this.isEntangled()) return 'entangled';
    for (const [symbol, fact] of state.facts) if (!this.agree(symbol, fact)) return null;
    if (!agreeOnCases(this.caller, state.cases, (symbol) => this.meaning.symbol(symbol))) return null;
    for (const [symbol, value] of state.same)
      if (!assumeComparison(this.caller, 'eq', this.value(addressOf(symbol)), this.value(value))) return null;
    for (const [a, b] of state.apart.values())
      if (!assumeComparison(this.caller, 'ne', this.value(a), this.value(b))) return null;
    for (const cell of state.cells.values()) if (isShared(cell) && cell.escaped) this.letGo(cell);
    for (const cell of state.cells.values()) if (!isShared(cell)) this.create(cell);
    for (const cell of state.cells.values()) if (cell.copyOf !== null) this.renew(cell);
    if (state.age > 0) this.forgetGlobals();
    for (const cell of state.cells.values()) if (cell.copyOf === null) this.renew(cell);
    for (const cell of state.cells.values()) this.fill(cell);
    const result = this.outcome.result === null ? null : this.resultOf(this.outcome.result);
    this.dropUnstored(result);
    for (const cell of state.cells.values()) if (isShared(cell) && !this.finish(cell)) return null;
    return { state: this.caller, result, losses: this.losses, freed: this.freed };
  }

  // ---- ᾱ: the caller's state as the callee's input -------------------------------------------------------------

  /** The callee looks into the cell: the caller's pointer must lead somewhere, and what is found there gets a meaning. */
  private match(cell: Cell): boolean {
    const pointer = this.value(addressOf(cell.name));
    if (cell.maybeNull && isKnown(pointer)) return true;
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

  private reachCell(cell: Cell, pointer: Value): Symbolic | null {
    const { here, caller } = this;
    if (isKnown(pointer) || isUninitialized(pointer)) {
      this.complainOfArgument(cell, pointer);
      return null;
    }
    const known = caller.cellAt(pointer);
    if (known && known.status !== 'live') {
      this.complainOfFreed(cell, known);
      return null;
    }
    if (known?.maybeNull && !cell.maybeNull) {
      if (known.kind === 'heap' && here.options.mallocMayFail) complainOfUntested(here, caller, known, null);
      caller.update(known, { maybeNull: false });
    }
    if (known || isOpaque(pointer) || !cell.maybeNull) return reach(here, caller, pointer, null);
    caller.update(materialize(caller, pointer.symbol), { maybeNull: true });
    return pointer;
  }

  /** Do two cells of the callee share a field here that one of them changes? */
  private isEntangled(): boolean {
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

  /** Cells of the callee that lie in the same block here. */
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

  private complainOfArgument(cell: Cell, v: Value): void {
    const { here, caller } = this;
    if (isKnown(v) && v !== 0) return;
    if (isFailed(v) && !here.options.mallocMayFail) return;
    const rule = isUninitialized(v)
      ? 'uninitialized-pointer'
      : isFailed(v)
        ? 'unchecked-allocation'
        : 'null-dereference';
    if (rule !== 'null-dereference' && cell.maybeNull) return;
    const what = isUninitialized(v) ? 'an uninitialised pointer' : 'a null pointer';
    if (this.isOneOfSeveral) return;
    complain(here, caller, {
      rule,
      message: `\`${this.calleeName()}\` dereferences ${what} that it gets here`,
      cell: null,
      after: this.into(cell, 'dereferenced here'),
    });
  }

  private complainOfFreed(cell: Cell, known: Cell): void {
    if (known.status !== 'freed' || known.freed?.conditional || this.isSomeElement(cell.name)) return;
    const onlyFreed = cell.status === 'freed' && cell.before.size === 0 && cell.fields.size === 0;
    complain(this.here, this.caller, {
      rule: onlyFreed ? 'double-free' : 'use-after-free',
      message: onlyFreed
        ? 'the memory has been freed before'
        : `\`${this.calleeName()}\` uses memory that has been freed before`,
      cell: known,
      after: known.freed?.steps ?? [],
      event: onlyFreed ? this.visible(cell.freed?.event ?? null) : null,
    });
  }

  /** Was the cell found behind an element at an index that only the callee knows? It may be another at each call. */
  private isSomeElement(name: number): boolean {
    const { symbols } = this.outcome.state;
    let info = symbols.info(name);
    while (info.kind === 'input') {
      if (typeof info.key === 'string' && info.key.startsWith('[')) return true;
      info = symbols.info(info.of);
    }
    return false;
  }

  private value(v: Value): Value {
    return this.meaning.value(v);
  }

  private agree(symbol: number, fact: Fact): boolean {
    const v = this.caller.resolve(this.value(addressOf(symbol)));
    return assumeFact(this.caller, v, fact);
  }

  // ---- β̄: the callee's output in the caller's state ------------------------------------------------------------

  /** Memory that the callee allocated, or found somewhere unknown. */
  private create(cell: Cell): void {
    const name = this.meaning.fresh(cell.name);
    this.meaning.set(cell.name, name);
    const via = cell.kind === 'heap' ? [this.step(`\`${this.calleeName()}\` allocates`), ...cell.via].slice(0, 6) : [];
    const { kind, untouched, escaped, status, maybeNull, site, freed } = cell;
    this.caller.cells.set(
      name.symbol,
      makeCell(name.symbol, kind, untouched, { escaped, status, maybeNull, site, via, freed }),
    );
  }

  /**
   * Blocks that were stored where the caller has no place for them (an argument that is null, memory that nobody follows)
   * are not lost: the callee has seen to it that something points to them.
   */
  private dropUnstored(result: Value | null): void {
    if (!hasHeap(this.outcome.state)) return;
    const kept = reached(this.caller, result === null ? [] : [result]);
    for (const cell of this.outcome.state.cells.values()) {
      const name = isShared(cell) ? 0 : this.value(addressOf(cell.name));
      if (!isKnown(name) && !kept.has(name.symbol)) this.caller.cells.delete(name.symbol);
    }
  }

  /** Where the callee has put the cell in the caller's state. */
  private placeOf(cell: Cell): Symbolic | null {
    const base = this.value(addressOf(cell.name));
    return isKnown(base) || !this.caller.cells.has(base.symbol) ? null : base;
  }

  /** What is overwritten as a whole. Copies come first: what they were made of may be wiped afterwards. */
  private renew(cell: Cell): void {
    const base = isWiped(cell) || cell.copyOf ? this.placeOf(cell) : null;
    if (!base) return;
    const how = cell.untouched === 'zero' ? 'zero' : 'unknown';
    if (isWiped(cell)) {
      this.lookInto(cell, base);
      overwrite(this.caller, base, cell.wiped && this.value(cell.wiped), how);
    }
    if (cell.copyOf) this.copyFrom(base, cell.copyOf);
  }

  /** What the callee found in globals is what they held before; those it speaks of are written to next. */
  private forgetGlobals(): void {
    const { state, result } = this.outcome;
    const understand = (v: Value): void => {
      if (!isKnown(v) && isInputTerm(state, v.symbol)) this.meaning.symbol(v.symbol);
    };
    for (const cell of state.cells.values()) {
      understand(addressOf(cell.name));
      for (const { value } of cell.fields.values()) understand(value);
    }
    if (result !== null) understand(result);
    forgetGlobals(this.caller, state.forgotten);
    for (const { name } of state.cells.values()) {
      const info = state.symbols.info(name);
      if (info.kind === 'global') cellOfVariable(this.here, this.caller, info.variable);
    }
  }

  /** memset(&p->part, 0, sizeof p->part): which fields of *p these are, only the caller knows. */
  private lookInto({ name, wiped }: Cell, base: Symbolic): void {
    const info = this.outcome.state.symbols.info(name);
    const arg = info.kind === 'parameter' ? this.call.args[info.index] : null;
    const type = arg && targetOf(arg);
    if (type?.kind === 'record' && wiped !== null && this.value(wiped) === type.size)
      discoverAll(this.caller, base, type);
  }

  private fill(cell: Cell): void {
    const base = this.placeOf(cell);
    const isSomewhere = base !== null || !isKnown(this.value(addressOf(cell.name)));
    if (!isSomewhere) return;
    for (const [key, field] of cell.fields === cell.before ? NOTHING : cell.fields) {
      const before = cell.before.get(key);
      if (sameField(before, field) || this.isCopied(cell, key, field)) continue;
      const value = this.written(field);
      if (base) this.store(base, key, withValue(field, value));
      else letGo(this.caller, value);
    }
    if (!base) return;
    if (!isShared(cell) && cell.size !== null)
      this.caller.update(this.caller.cells.get(base.symbol)!, { size: this.value(cell.size) });
  }

  /** Has the field come with the copy? The callee may have seen less of it than the caller knows. */
  private isCopied({ copyOf }: Cell, key: FieldKey, { value }: Field): boolean {
    if (!copyOf || isKnown(value) || value.plus !== 0 || typeof key !== 'number') return false;
    const info = this.outcome.state.symbols.info(value.symbol);
    return info.kind === 'input' && info.of === copyOf.symbol && info.key === key + copyOf.plus;
  }

  /** A null that the callee stores in one of several outcomes is a possibility only. */
  private written({ value, isPointer }: Field): Value {
    const meaning = this.value(value);
    return meaning === 0 && isPointer && this.isOneOfSeveral ? FAILED : meaning;
  }

  private copyFrom(to: Symbolic, source: Symbolic): void {
    const from = this.value(source);
    if (!isKnown(from)) copyBytes(this.caller, to, from, null);
  }

  private store(base: Symbolic, key: FieldKey, { value, size, written, isPointer }: Field): void {
    const { caller } = this;
    const event = this.visible(written);
    if (typeof key !== 'number') {
      if (isElement(key)) writeSomewhere(caller, base.symbol, { value, isPointer }, event);
      else write(caller, { cell: base.symbol, key, size }, value, event);
      return;
    }
    const { symbol: cell, plus, index } = base;
    const spot = { cell, key: index === '' ? plus + key : `${index}+${plus + key}`, size, isPointer };
    const old = caller.cells.get(spot.cell)!.fields.get(spot.key);
    // A value that nobody knows may be the one that was there.
    if (old && isOpaque(value)) letGo(caller, old.value);
    else if (old) this.lose(old.value, event, 'its last pointer is overwritten');
    write(caller, spot, value, event);
    if (isPointer) doubtLinks(caller, spot.cell, value, this.call.at);
  }

  /** What happens inside a model happens, for the user, where it is called. */
  private visible(event: Event | null): Event {
    return event && !event.site.source.name.startsWith(MODELS) ? event : eventOf(this.here);
  }

  /** Both what the caller had there, before it is overwritten, and what the callee has stored. */
  private letGo(cell: Cell): void {
    const base = this.value(addressOf(cell.name));
    if (this.caller.cellAt(base)) letGo(this.caller, base);
  }

  /** Freed and escaped inputs. */
  private finish(cell: Cell): boolean {
    if (!cell.escaped && cell.status !== 'freed') return true;
    const base = this.value(addressOf(cell.name));
    const known = this.caller.cellAt(base);
    if (!known || isKnown(base)) return true;
    if (cell.escaped) this.letGo(cell);
    if (cell.status !== 'freed') return true;
    const steps = [this.step(`\`${this.calleeName()}\` frees it`), ...(cell.freed?.steps ?? [])].slice(0, 4);
    const event = this.visible(cell.freed?.event ?? null);
    for (const { value } of known.fields.values()) this.lose(value, event, 'the block that points to it is freed');
    this.freed.set(cell.name, known.name);
    const conditional = cell.freed?.conditional ?? false;
    return free(this.here, this.caller, shift(base, cell.freed?.plus ?? 0), { steps, event, conditional });
  }

  /** What the callee drops is lost unless it has ways that were not followed: it may take care of it there. */
  private lose(value: Value, event: Event, why: string): void {
    if (this.summary.complete) this.losses.push({ value, event, why });
    else letGo(this.caller, value);
  }

  private get isOneOfSeveral(): boolean {
    return this.summary.outcomes.length > 1;
  }

  /** A null that is one result among others is a possibility only. */
  private resultOf(result: Value): Value {
    const value = this.value(result);
    return value === 0 && this.isOneOfSeveral && this.call.result?.type.kind === 'pointer' ? FAILED : value;
  }

  private step(message: string): TraceStep {
    return { site: siteOf(this.here), message };
  }

  private into(cell: Cell, message: string): TraceStep[] {
    return cell.site ? [{ site: cell.site, message }] : [];
  }

  private calleeName(): string {
    const { callee } = this.call;
    return callee.kind === 'direct' ? callee.function.name : nameOf(this.here, callee.pointer);
  }
}

const NOTHING: Cell['fields'] = new Map();

const isShared = (cell: Cell): boolean => cell.kind === 'input' || cell.kind === 'global';

const sameField = (a: Field | undefined, b: Field): boolean =>
  a === b || (a !== undefined && a.size === b.size && sameValue(a.value, b.value));
