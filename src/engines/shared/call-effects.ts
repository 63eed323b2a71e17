// What a call may do to memory of its caller: which arguments it may free, keep or return, whether its result is fresh.
// Flow-insensitive and over-approximating, for all functions of a program; asked where a slice does not follow a call.

import type { CallInstr, Expr, Instr, Place } from '../../ir/instr.js';
import { isIntrinsic } from '../../ir/intrinsics.js';
import type { Program } from '../../ir/link.js';
import { type FunctionBody, type FunctionSymbol, type LocalVariable, symbolOf } from '../../ir/program.js';
import { isOwn } from '../../models/origin.js';
import { holdsPointer, isInteger } from '../../types/questions.js';
import { CONST, type CType } from '../../types/types.js';
import { hasUnknownEffects } from './variadic.js';

/** The effects of a call on what one argument points to. */
export interface ArgumentEffects {
  /** `inside`: memory found behind the argument, but not the object that it points to. */
  readonly freed: 'no' | 'inside' | 'itself';
  /** May a pointer to it, or to what it leads to, be stored somewhere when the call returns? */
  readonly kept: boolean;
  /** May the result point to it, or into what it leads to? */
  readonly returned: boolean;
  /** May the call store fresh memory behind it? */
  readonly filled: boolean;
}

export interface CallEffects {
  ofArgument(index: number): ArgumentEffects;
  /** Frees memory that is not found behind an argument. */
  readonly freesOther: boolean;
  /** The result may be memory that the call has allocated. */
  readonly returnsFresh: boolean;
}

/**
 * A set of origins of a pointer, as bits: anywhere; memory that the call allocates; a local variable of the call; for each
 * parameter, the object that it points to, and memory found behind that.
 */
type Origins = number;
const OTHER: Origins = 1;
const FRESH: Origins = 2;
const LOCAL: Origins = 4;
const itself = (parameter: number): Origins => 8 << (2 * parameter);
const inside = (parameter: number): Origins => 16 << (2 * parameter);
const about = (parameter: number): Origins => itself(parameter) | inside(parameter);
/** More parameters do not fit into the bits: such functions may do anything. */
const MOST_PARAMETERS = 12;

interface Facts {
  readonly parameters: number;
  freed: Origins;
  kept: Origins;
  returned: Origins;
  /** By parameter: the origins of pointers that may be stored behind it. */
  readonly stored: Origins[];
}

export class EffectsOfCalls {
  private readonly facts = new Map<FunctionSymbol, Facts>();
  private readonly callers = new Map<FunctionSymbol, Set<FunctionSymbol>>();
  private readonly work = new Set<FunctionSymbol>();

  constructor(private readonly program: Program) {}

  /** Of a call of the function by this instruction. */
  of(f: FunctionSymbol, call: CallInstr): CallEffects {
    const definition = this.describedBy(f, call);
    return definition ? seen(this.factsOf(definition)) : unseen(f);
  }

  private describedBy(f: FunctionSymbol, call: CallInstr): FunctionSymbol | null {
    const definition = this.program.definitionOf(f);
    return definition && (isOwn(definition) || !hasUnknownEffects(definition, call)) ? definition : null;
  }

  private factsOf(f: FunctionSymbol): Facts {
    const known = this.facts.get(f);
    if (known) return known;
    this.begin(f);
    for (const g of this.work) {
      this.work.delete(g);
      if (this.grow(g)) for (const caller of this.callers.get(g) ?? []) this.work.add(caller);
    }
    return this.facts.get(f)!;
  }

  private begin(f: FunctionSymbol): Facts {
    const { length } = f.body!.params;
    const parameters = length <= MOST_PARAMETERS ? length : 0;
    const facts: Facts = { parameters, freed: 0, kept: 0, returned: 0, stored: Array(parameters).fill(0) };
    this.facts.set(f, facts);
    this.work.add(f);
    return facts;
  }

  private grow(f: FunctionSymbol): boolean {
    const facts = this.facts.get(f)!;
    const before = weightOf(facts);
    new Flows(f, facts, this.program, (callee, call) => {
      const definition = this.describedBy(callee, call);
      if (!definition) return null;
      const callers = this.callers.get(definition) ?? new Set();
      this.callers.set(definition, callers.add(f));
      return this.facts.get(definition) ?? this.begin(definition);
    }).solve();
    return weightOf(facts) !== before;
  }
}

const weightOf = ({ freed, kept, returned, stored }: Facts): string => [freed, kept, returned, ...stored].join();

const seen = (facts: Facts): CallEffects => ({
  freesOther: (facts.freed & OTHER) !== 0,
  returnsFresh: (facts.returned & FRESH) !== 0,
  ofArgument(i) {
    if (i >= facts.parameters) return ANYTHING;
    const elsewhere = facts.stored.some((origins, j) => j !== i && (origins & about(i)) !== 0);
    return {
      freed: facts.freed & itself(i) ? 'itself' : facts.freed & inside(i) ? 'inside' : 'no',
      kept: elsewhere || (facts.kept & about(i)) !== 0,
      returned: (facts.returned & about(i)) !== 0,
      filled: (facts.stored[i]! & (FRESH | OTHER)) !== 0,
    };
  },
});

const ANYTHING: ArgumentEffects = { freed: 'itself', kept: true, returned: true, filled: true };
const READ: ArgumentEffects = { freed: 'no', kept: true, returned: true, filled: false };
const NOTHING: ArgumentEffects = { freed: 'no', kept: false, returned: false, filled: false };

/** A function that nobody sees: it may do anything with what it may change, and keep what it may read. */
const unseen = (f: FunctionSymbol): CallEffects => ({
  freesOther: false,
  returnsFresh: f.type.result.kind === 'pointer',
  ofArgument(i) {
    const type = f.type.params?.[i]?.type;
    if (f.attributes.pure || (type && !holdsPointer(type) && type.size < 8)) return NOTHING;
    return type?.kind === 'pointer' && (type.target.quals & CONST) !== 0 ? READ : ANYTHING;
  },
});

/** Operators from whose results a pointer can be recovered. */
const HIDING: ReadonlySet<string> = new Set(['add', 'sub', 'and', 'or', 'xor']);

type FactsOf = (f: FunctionSymbol, call: CallInstr) => Facts | null;

class Flows {
  private readonly body: FunctionBody;
  private readonly held = new Map<LocalVariable, Origins>();
  /** What local variables hold whose address is taken, and what fresh memory holds. */
  private pool: Origins = 0;
  private fresh: Origins = 0;
  private changed = false;

  constructor(
    f: FunctionSymbol,
    private readonly facts: Facts,
    private readonly program: Program,
    private readonly factsOf: FactsOf,
  ) {
    this.body = f.body!;
    for (const [i, p] of this.body.params.entries()) this.put(p, i < facts.parameters ? itself(i) : OTHER);
  }

  solve(): void {
    do {
      this.changed = false;
      for (const { instrs, terminator } of this.body.blocks) {
        for (const instr of instrs) this.visit(instr);
        if (terminator.kind === 'return' && terminator.value) this.note('returned', this.originsOf(terminator.value));
      }
    } while (this.changed);
  }

  private put(v: LocalVariable, origins: Origins): void {
    if (v.addressTaken || v.type.kind === 'record' || v.type.kind === 'array') this.fill('pool', origins);
    else {
      const before = this.held.get(v) ?? 0;
      if ((before | origins) === before) return;
      this.held.set(v, before | origins);
      this.changed = true;
    }
  }

  private fill(where: 'pool' | 'fresh', origins: Origins): void {
    if ((this[where] | origins) === this[where]) return;
    this[where] |= origins;
    this.changed = true;
  }

  /** Whoever has the address of a variable or of fresh memory also has what is stored there. */
  private note(where: 'freed' | 'kept' | 'returned', origins: Origins): void {
    const all = where === 'freed' ? origins : this.closed(origins);
    if ((this.facts[where] | all) === this.facts[where]) return;
    this.facts[where] |= all;
    this.changed = true;
  }

  private closed(origins: Origins): Origins {
    let all = origins;
    for (let before = -1; before !== all; ) {
      before = all;
      if (all & LOCAL) all |= this.pool;
      if (all & FRESH) all |= this.fresh;
      for (let i = 0; i < this.facts.parameters; i++) if (all & about(i)) all |= this.facts.stored[i]! & ~about(i);
    }
    return all;
  }

  /** The origins of pointers that are found behind pointers of these origins. */
  private behind(origins: Origins): Origins {
    let found = origins & OTHER;
    if (origins & LOCAL) found |= this.pool;
    if (origins & FRESH) found |= this.fresh;
    for (let i = 0; i < this.facts.parameters; i++) if (origins & about(i)) found |= inside(i) | this.facts.stored[i]!;
    return found;
  }

  private store(to: Origins, origins: Origins): void {
    if (origins === 0) return;
    if (to & OTHER) this.note('kept', origins);
    if (to & LOCAL) this.fill('pool', origins);
    if (to & FRESH) this.fill('fresh', origins);
    for (let i = 0; i < this.facts.parameters; i++) {
      if ((to & about(i)) === 0) continue;
      const before = this.facts.stored[i]!;
      const after = before | (this.closed(origins) & ~about(i));
      if (after === before) continue;
      this.facts.stored[i] = after;
      this.changed = true;
    }
  }

  // ---- expressions -----------------------------------------------------------------------------------------------

  private addressOf(place: Place): Origins {
    switch (place.kind) {
      case 'var':
        return place.variable.kind === 'global' ? OTHER : LOCAL;
      case 'deref':
        return this.originsOf(place.pointer);
      default:
        return this.addressOf(place.base);
    }
  }

  private originsOf(e: Expr): Origins {
    if (!carries(e.type)) return 0;
    switch (e.kind) {
      case 'load':
        return this.loaded(e.place);
      case 'address':
        return this.addressOf(e.place);
      case 'cast': {
        const origins = this.originsOf(e.operand);
        const isMade = e.type.kind === 'pointer' && isInteger(e.operand.type) && e.operand.kind !== 'int';
        return isMade ? origins | OTHER : origins;
      }
      case 'unary':
        return this.originsOf(e.operand);
      case 'binary':
        if (e.op === 'ptr-add') return this.originsOf(e.left);
        return HIDING.has(e.op) ? this.originsOf(e.left) | this.originsOf(e.right) : 0;
      default:
        return 0;
    }
  }

  /** An integer in memory may hide a pointer: once it is cast to one, that leads anywhere. */
  private loaded(place: Place): Origins {
    if (place.kind === 'var' && place.variable.kind !== 'global') {
      const { variable } = place;
      const isPooled = variable.addressTaken || variable.type.kind === 'record' || variable.type.kind === 'array';
      return isPooled ? this.pool : (this.held.get(variable) ?? 0);
    }
    return isInteger(place.type) ? 0 : this.behind(this.addressOf(place));
  }

  // ---- instructions ----------------------------------------------------------------------------------------------

  private assign(place: Place, origins: Origins): void {
    if (place.kind === 'var' && place.variable.kind !== 'global') this.put(place.variable, origins);
    else this.store(this.addressOf(place), origins);
  }

  private visit(instr: Instr): void {
    if (instr.kind === 'assign') this.assign(instr.place, this.originsOf(instr.value));
    else if (instr.kind === 'call') this.call(instr);
    else if (instr.kind === 'asm') {
      for (const input of instr.inputs) {
        this.note('kept', this.originsOf(input));
        this.note('freed', this.closed(this.originsOf(input)));
      }
      for (const output of instr.outputs) this.assign(output, OTHER);
    }
  }

  private call(call: CallInstr): void {
    const { callee } = call;
    const targets = callee.kind === 'direct' ? [callee.function] : this.program.targetsOf(callee.type);
    const result = targets.reduce((origins, f) => origins | this.callFunction(call, f), targets.length ? 0 : OTHER);
    if (targets.length === 0) this.callAnything(call);
    if (call.result) this.assign(call.result, result);
  }

  /** The origins of the result. */
  private callFunction(call: CallInstr, f: FunctionSymbol): Origins {
    const symbol = symbolOf(f);
    const definition = this.program.definitionOf(f);
    if (!isOwn(definition) && isIntrinsic(symbol)) return this.callIntrinsic(call, symbol);
    if (/^(__builtin_)?alloca/.test(symbol)) return FRESH;
    const facts = this.factsOf(f, call);
    if (facts) return this.apply(call, facts, f);
    if (symbol.startsWith('__builtin_')) return call.args.reduce((all, arg) => all | this.originsOf(arg), OTHER);
    return this.applyUnseen(call, unseen(f));
  }

  private callIntrinsic({ args }: CallInstr, name: string): Origins {
    const [first = 0, second = 0] = args.map((arg) => this.originsOf(arg));
    if (name === '__caulk_alloc') return FRESH;
    if (name === '__caulk_free') this.note('freed', first);
    if (name === '__caulk_escape' || name === '__caulk_later') this.note('kept', first);
    if (name === '__caulk_copy' || name === '__caulk_move') this.store(first, this.behind(second));
    return name === '__caulk_nondet_pointer' ? OTHER : 0;
  }

  /** The facts of the callee with arguments for parameters. */
  private apply({ args }: CallInstr, facts: Facts, f: FunctionSymbol): Origins {
    const given = args.map((arg) => this.originsOf(arg));
    const translate = (origins: Origins): Origins => {
      let all = origins & (OTHER | FRESH);
      for (let i = 0; i < facts.parameters; i++) {
        if (origins & itself(i)) all |= given[i] ?? OTHER;
        if (origins & inside(i)) all |= this.allBehind(given[i] ?? OTHER);
      }
      return all;
    };
    this.note('freed', translate(facts.freed) & ~FRESH);
    this.note('kept', translate(facts.kept));
    for (let i = 0; i < facts.parameters; i++) this.store(this.reach(given[i] ?? OTHER), translate(facts.stored[i]!));
    const isPrinting = f.attributes.format?.style === 'printf';
    for (const rest of isPrinting ? [] : given.slice(facts.parameters)) {
      this.note('kept', rest);
      this.note('freed', this.reach(rest));
    }
    return translate(facts.returned);
  }

  private applyUnseen({ args }: CallInstr, effects: CallEffects): Origins {
    const given = args.map((arg) => this.originsOf(arg));
    let result: Origins = OTHER | (effects.returnsFresh ? FRESH : 0);
    given.forEach((origins, i) => {
      const { freed, kept, returned, filled } = effects.ofArgument(i);
      if (freed !== 'no') this.note('freed', this.reach(origins));
      if (kept) this.note('kept', origins);
      if (filled) this.store(this.reach(origins), OTHER);
      if (returned) result |= this.reach(origins);
    });
    return result;
  }

  private callAnything({ args }: CallInstr): void {
    this.note('freed', OTHER);
    for (const arg of args) {
      this.note('kept', this.originsOf(arg));
      this.note('freed', this.reach(this.originsOf(arg)));
      this.store(this.reach(this.originsOf(arg)), OTHER);
    }
  }

  private allBehind(origins: Origins): Origins {
    let found = this.behind(origins);
    for (let before = -1; before !== found; ) {
      before = found;
      found |= this.behind(found);
    }
    return found;
  }

  /** These objects and all that they lead to. */
  private reach(origins: Origins): Origins {
    return origins | this.allBehind(origins);
  }
}

/** May a value of the type be a pointer, or contain one? */
const carries = (type: CType): boolean =>
  holdsPointer(type) || (isInteger(type) && type.size >= 4) || type.kind === 'record' || type.kind === 'array';
