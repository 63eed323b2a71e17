// β̄: the callee's output in the caller's state. Allocates, overwrites and frees cells, and collects overwritten pointers.
// The second half of instantiate.ts, after arguments.ts found the outcome feasible.

import type { CallInstr } from '../../../ir/instr.js';
import type { CType } from '../../../types/types.js';
import type { TraceStep } from '../../engine.js';
import { isFlagged } from '../beliefs/flagged-free.js';
import { relinks } from '../beliefs/unlinked-when-freed.js';
import { doubtedBy, unite } from '../domain/doubts.js';
import { isImplied } from '../domain/facts.js';
import { havocGlobals } from '../domain/havoc-globals.js';
import { isWiped } from '../domain/join.js';
import { havocLinks, havocLinksPast } from '../domain/links.js';
import {
  copyBytes,
  discoverAll,
  escapeContents,
  havoc,
  markCopied,
  markEscaped,
  overwrite,
  write,
  writeWeakly,
} from '../domain/memory.js';
import { type InputFacts, NO_FACTS } from '../domain/preconditions.js';
import { type Cell, type Event, type Field, hasHeap, makeCell, type State, shift, withValue } from '../domain/state.js';
import {
  addressOf,
  doubtsOf,
  type FieldKey,
  isDoubtful,
  isElement,
  isInputTerm,
  isKnown,
  isOpaque,
  isZero,
  JOINED,
  nullFrom,
  nullWith,
  numberOf,
  OPAQUE,
  type Symbolic,
  type Value,
} from '../domain/symbols.js';
import { cellOfVariable } from '../exec/evaluate.js';
import { releasersOf } from '../exec/families.js';
import { free } from '../exec/freeing.js';
import { type Loss, reached } from '../exec/leaks.js';
import { eventOf, type Here, siteOf } from '../exec/report.js';
import { lookupAt } from '../ownership/lookups.js';
import { isMoved } from '../ownership/owners.js';
import { targetOf } from '../ownership/slots.js';
import { isComplete } from '../summary/gaps.js';
import type { Outcome, Summary } from '../summary/summary.js';
import { CallSite, isShared, sameField } from './call-site.js';
import type { Meaning } from './meaning.js';

/** Is this the only feasible outcome? If not, its nulls get a doubt. */
export type Certainty = 'certain' | 'possible';

export class Effects extends CallSite {
  constructor(
    here: Here,
    caller: State,
    call: CallInstr,
    outcome: Outcome,
    summary: Summary,
    meaning: Meaning,
    private readonly certainty: Certainty,
  ) {
    super(here, caller, call, outcome, summary, meaning);
  }

  /** May another function be called? Asked before the effects: they may free the object that the pointer is in. */
  private readonly mayBeAnother = this.isGuess;
  /** Pointers that the callee overwrote, or that were in cells it freed. */
  readonly losses: Loss[] = [];
  /** The freed cells: the name of each in the callee and in the caller. */
  readonly freed = new Map<number, number>();

  /** The result, or null if there is none; false if the outcome ends in an error here. */
  applyOutcome(): Value | null | false {
    const { state } = this.outcome;
    for (const cell of state.cells.values()) if (isShared(cell) && cell.escaped) this.markEscaped(cell);
    for (const cell of state.cells.values()) if (cell.copied) this.copyAway(cell);
    for (const cell of state.cells.values()) if (!isShared(cell)) this.create(cell);
    for (const cell of state.cells.values()) if (cell.copyOf !== null) this.overwriteWhole(cell);
    if (state.havocCount > 0) this.havocGlobals();
    for (const cell of state.cells.values()) if (cell.copyOf === null) this.overwriteWhole(cell);
    for (const cell of state.cells.values()) this.fill(cell);
    const result = this.outcome.result === null ? null : this.resultOf(this.outcome.result);
    if (state.outOfMemory) this.caller.outOfMemory = true;
    this.dropUnstored(result);
    for (const cell of state.cells.values()) if (cell.status === 'freed') this.havocLinksTo(cell);
    for (const cell of state.cells.values()) if (isShared(cell) && !this.finish(cell)) return false;
    return result;
  }

  /** A cell that the callee allocated, or whose origin is unknown. */
  private create(cell: Cell): void {
    const name = this.meaning.fresh(cell.name);
    this.meaning.set(cell.name, name);
    const via = cell.kind === 'heap' ? [this.step(`\`${this.calleeName()}\` allocates`), ...cell.via].slice(0, 6) : [];
    const { kind, untouched, status, maybeNull, site, freed, releasedBy } = cell;
    const escaped = cell.escaped || this.mayBeAnother || this.isInsteadOfArgument(cell);
    this.caller.cells.set(
      name.symbol,
      makeCell(name.symbol, kind, untouched, { escaped, status, maybeNull, site, via, freed, releasedBy }),
    );
  }

  /**
   * t = adjust(t): the callee returns its argument, or a new cell for null. If it is doubtful that this argument is null,
   * it is doubtful that there is a new cell.
   */
  private isInsteadOfArgument({ name }: Cell): boolean {
    const { doubtful } = this.meaning;
    const isResult = ({ result }: Outcome, symbol: number): boolean =>
      result !== null && !isKnown(result) && result.symbol === symbol;
    if (doubtful.size === 0 || !isResult(this.outcome, name)) return false;
    return [...doubtful].some((argument) => this.summary.outcomes.some((other) => isResult(other, argument)));
  }

  /**
   * A new cell may be stored where the caller has no cell (a null argument, opaque memory). It is dropped and not
   * reported as a leak, because in the callee something points to it.
   */
  private dropUnstored(result: Value | null): void {
    if (!hasHeap(this.outcome.state)) return;
    const kept = reached(this.caller, result === null ? [] : [result]);
    for (const cell of this.outcome.state.cells.values()) {
      const name = isShared(cell) ? 0 : this.value(addressOf(cell.name));
      if (!isKnown(name) && !kept.has(name.symbol)) this.caller.cells.delete(name.symbol);
    }
  }

  /** The address of the callee's cell in the caller's state. */
  private placeOf(cell: Cell): Symbolic | null {
    const base = this.value(addressOf(cell.name));
    return isKnown(base) || !this.caller.cells.has(base.symbol) ? null : base;
  }

  /** Overwrites whole cells. Copies come first, because their sources may be overwritten afterwards. */
  private overwriteWhole(cell: Cell): void {
    const base = isWiped(cell) || cell.copyOf ? this.placeOf(cell) : null;
    if (!base) return;
    const how = cell.untouched === 'zero' ? 'zero' : 'unknown';
    if (isWiped(cell)) {
      if (cell.escaped && how === 'unknown') this.havocBehind(base);
      this.discoverWiped(cell, base);
      overwrite(this.caller, base, cell.wiped && this.value(cell.wiped), how);
    }
    if (cell.copyOf) this.copyFrom(base, cell.copyOf, isWiped(cell) ? null : cell.wiped);
  }

  /** The callee has handed the cell to unknown code, which may write to all that the caller has put behind it. */
  private havocBehind({ symbol }: Symbolic): void {
    for (const { value } of [...this.caller.cells.get(symbol)!.fields.values()])
      havoc(this.caller, value, this.call.at);
  }

  /**
   * Havocs the globals that the callee havocs. Values that it read from them are bound first; globals with a cell in
   * the outcome are written afterwards.
   */
  private havocGlobals(): void {
    const { state, result } = this.outcome;
    const understand = (v: Value): void => {
      if (!isKnown(v) && isInputTerm(state.symbols, v.symbol)) this.meaning.symbol(v.symbol);
    };
    for (const cell of state.cells.values()) {
      understand(addressOf(cell.name));
      for (const { value } of cell.fields.values()) understand(value);
    }
    if (result !== null) understand(result);
    havocGlobals(this.caller, state.havocked);
    for (const { name } of state.cells.values()) {
      const info = state.symbols.info(name);
      if (info.kind === 'global') cellOfVariable(this.here, this.caller, info.variable);
    }
  }

  /** memset(&p->part, 0, sizeof p->part): only the caller knows which fields of *p are overwritten. */
  private discoverWiped({ name, wiped }: Cell, base: Symbolic): void {
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
      if (!base) markEscaped(this.caller, value);
      else if (field.written || isOpaque(value) || !isShared(cell))
        this.store(base, key, withValue(field, value), this.mayBeOld(field));
      else this.doubt(base, key, withValue(field, value));
    }
    if (!base) return;
    if (!isShared(cell) && cell.size !== null)
      this.caller.update(this.caller.cells.get(base.symbol)!, { size: this.value(cell.size) });
  }

  /** Is the field part of the copy? The caller may know more about it than the callee. */
  private isCopied({ copyOf }: Cell, key: FieldKey, { value }: Field): boolean {
    if (!copyOf || isKnown(value) || value.plus !== 0 || typeof key !== 'number') return false;
    const info = this.outcome.state.symbols.info(value.symbol);
    return info.kind === 'input' && info.of === copyOf.symbol && info.key === key + copyOf.plus;
  }

  /** A pointer that is stored as null in one of several outcomes gets a doubt. */
  private written({ value, isPointer }: Field): Value {
    const meaning = this.value(value);
    return isPointer ? this.asOneOfSeveral(meaning) : meaning;
  }

  /** The callee copies the content of the cell to where it cannot be followed. */
  private copyAway(cell: Cell): void {
    const base = this.placeOf(cell);
    const known = base && this.caller.cells.get(base.symbol)!;
    if (!known) return;
    escapeContents(this.caller, [known]);
    if (known.untouched === 'input') markCopied(this.caller, base);
  }

  /** Memory behind the copied bytes does not change. */
  private copyFrom(to: Symbolic, source: Symbolic, length: Value | null): void {
    const from = this.value(source);
    const size = length === null ? OPAQUE : this.value(length);
    if (!isKnown(from)) copyBytes(this.caller, to, from, isKnown(size) ? numberOf(size) : null);
  }

  /** May the value be what the field held before? Unknown contents may, and one of several values. */
  private mayBeOld({ value }: Field): boolean {
    if (isKnown(value)) return false;
    const { symbols } = this.outcome.state;
    const info = symbols.info(value.symbol);
    return (
      isOpaque(value) || (info.kind === 'fresh' && (info.at === JOINED || symbols.holderOf(value.symbol) !== null))
    );
  }

  private store(base: Symbolic, key: FieldKey, { value, size, written, isPointer }: Field, mayBeOld: boolean): void {
    const { caller } = this;
    const event = this.visible(written);
    if (typeof key !== 'number') {
      if (isElement(key)) writeWeakly(caller, base.symbol, { value, isPointer, size }, event);
      else write(caller, { cell: base.symbol, key, size }, value, event);
      return;
    }
    const { symbol: cell, plus, index } = base;
    const spot = { cell, key: index === '' ? plus + key : `${index}+${plus + key}`, size, isPointer };
    const old = caller.cells.get(spot.cell)!.fields.get(spot.key);
    if (old && (mayBeOld || isOpaque(value))) markEscaped(caller, old.value);
    else if (old) this.lose(old.value, event, 'its last pointer is overwritten');
    write(caller, spot, value, event);
    if (isPointer) havocLinksPast(caller, spot.cell, value, this.call.at);
  }

  /** A field that the callee havocked because it unlinked an element (memory.ts). It was not written. */
  private doubt({ symbol, plus, index }: Symbolic, key: FieldKey, field: Field): void {
    const { fields } = this.caller.cells.get(symbol)!;
    const spot = typeof key !== 'number' ? key : index === '' ? plus + key : `${index}+${plus + key}`;
    const old = fields.get(spot);
    if (old && this.caller.cellAt(this.caller.resolve(old.value))?.kind === 'heap') markEscaped(this.caller, old.value);
    this.caller.setField(symbol, spot, old ? withValue(old, field.value) : field);
  }

  /**
   * unlink(e): a callee that frees an element, and in some outcome writes to cells found through it, unlinks it. Fields
   * that pointed to it become unknown.
   */
  private havocLinksTo(freed: Cell): void {
    const base = this.value(addressOf(freed.name));
    if (isKnown(base) || !this.here.believes('unlinked-when-freed') || !relinks(this.summary, freed.name)) return;
    havocLinks(this.caller, base.symbol, this.call.at);
  }

  /** The memory escapes with both its old contents and what the callee stored there. */
  private markEscaped(cell: Cell): void {
    const base = this.value(addressOf(cell.name));
    if (this.caller.cellAt(base)) markEscaped(this.caller, base);
  }

  /** Applies frees and escapes of inputs. */
  private finish(cell: Cell): boolean {
    if (!cell.escaped && cell.status !== 'freed') return true;
    const base = this.value(addressOf(cell.name));
    const known = this.caller.cellAt(base);
    if (!known || isKnown(base)) return true;
    if (cell.escaped) this.markEscaped(cell);
    if (cell.status !== 'freed') return true;
    const isVariable = known.kind === 'local' || known.kind === 'global';
    if (isVariable && this.here.believes('flagged-free') && isFlagged(this.summary, this.outcome, cell.name))
      return false;
    const steps = [this.step(`\`${this.calleeName()}\` frees it`), ...(cell.freed?.steps ?? [])].slice(0, 4);
    const event = this.whereFreed(cell);
    for (const [key, { value }] of known.fields)
      if (this.isVisited(cell, base, key)) markEscaped(this.caller, value);
      else this.lose(value, event, 'the memory that points to it is freed');
    this.freed.set(cell.name, known.name);
    const by = releasersOf(this.call, this.summary, cell);
    const conditional: InputFacts | false = this.outcome.counts || this.isConditional(cell) ? NO_FACTS : false;
    const ending = isMoved(this.outcome.state, cell.name) ? 'moved' : 'for good';
    const freeing = { steps, event, conditional, by };
    return free(this.here, this.caller, shift(base, cell.freed?.plus ?? 0), freeing, ending);
  }

  /** Where memory is freed: in the callee, unless it frees whatever it is given. Then the caller knows what that is. */
  private whereFreed({ name, freed }: Cell): Event {
    const isArgument = this.outcome.state.symbols.info(name).kind === 'parameter';
    const isTyped = !isArgument || this.targetOf(name)?.kind === 'record';
    return isTyped ? this.visible(freed?.event ?? null) : eventOf(this.here);
  }

  /** May the callee have freed the cell or not? Not where the outcome has the facts by which that is decided. */
  private isConditional({ freed }: Cell): boolean {
    const { state } = this.outcome;
    if (!freed || freed.conditional === false) return false;
    const { conditional } = freed;
    return conditional.length === 0 || !conditional.every(([s, fact]) => isImplied(state, addressOf(s), fact));
  }

  /**
   * Is the field one of the elements that a loop of the callee visits? The loop is followed for a few rounds only, so that
   * the outcome does not say what becomes of each element.
   */
  private isVisited({ name }: Cell, { plus }: Symbolic, key: FieldKey): boolean {
    if (!this.summary.gaps.includes('loops')) return false;
    if (isElement(key)) return true;
    const type = this.targetOf(name);
    if (!type || typeof key !== 'number') return false;
    return type.kind === 'record' ? key - plus >= type.size : type.kind === 'pointer';
  }

  /** The type of what the callee's pointer to the cell points to. */
  private targetOf(name: number): CType | null {
    const info = this.outcome.state.symbols.info(name);
    const type =
      info.kind === 'input'
        ? info.type
        : info.kind === 'parameter'
          ? this.call.callee.type.params?.[info.index]?.type
          : null;
    return type?.kind === 'pointer' ? type.target : null;
  }

  /**
   * Pointers that the callee drops are lost. If some of its paths were not followed, or another function may be called,
   * their targets escape instead.
   */
  private lose(value: Value, event: Event, why: string): void {
    if (isComplete(this.summary) && !this.mayBeAnother) this.losses.push({ value, event, why });
    else markEscaped(this.caller, value);
  }

  private resultOf(result: Value): Value {
    const value = this.value(result);
    return this.call.result?.type.kind === 'pointer' ? this.asAnswer(this.asOneOfSeveral(value)) : value;
  }

  /** A null that the callee may return, and that means something else than a failed allocation, is named after the call. */
  private asAnswer(v: Value): Value {
    if (!isDoubtful(v)) return v;
    return this.outcome.state.outOfMemory || this.handsThrough()
      ? nullWith(doubtsOf(v))
      : nullFrom(lookupAt(this.here, this.call), doubtsOf(v));
  }

  /** Does the callee only hand an argument through? A search that begins there returns what it finds behind it, too. */
  private handsThrough(): boolean {
    const isArgument = ({ state, result }: Outcome): boolean =>
      result !== null &&
      !isKnown(result) &&
      result.plus === 0 &&
      state.symbols.info(result.symbol).kind === 'parameter';
    const isNull = ({ state, result }: Outcome): boolean => result !== null && isZero(state.resolve(result));
    const { outcomes } = this.summary;
    return outcomes.some(isArgument) && outcomes.every((outcome) => isArgument(outcome) || isNull(outcome));
  }

  /** A null in one of several outcomes gets a doubt; so does one that only an untested null of another call leads to. */
  private asOneOfSeveral(v: Value): Value {
    if (!isZero(v)) return v;
    if (this.certainty === 'certain' && !this.mayBeAnother && !hasUntestedNull(this.caller)) return v;
    return nullWith(unite(doubtsOf(v), ONE_OF_SEVERAL));
  }

  private step(message: string): TraceStep {
    return { site: siteOf(this.here), message };
  }
}

const ONE_OF_SEVERAL = doubtedBy('one-of-several-outcomes');

/** Has the path been chosen by a call that returned null in one of several outcomes, which nothing has tested? */
const hasUntestedNull = (state: State): boolean =>
  state.registers.some((v) => {
    const value = v === undefined ? null : state.resolve(v);
    return value !== null && isZero(value) && doubtsOf(value).includes('one-of-several-outcomes');
  });

const NOTHING: Cell['fields'] = new Map();
