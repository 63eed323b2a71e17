// Which pointers of a program may be null, as its text shows: a null that is written down, and the assignments, calls and
// returns that carry it on. Asked by null-test-dropped.ts before any tool has seen a mutant.

import { globalSlot, membersOf, slotOf } from '../../src/engines/modular/ownership/slots.js';
import { predecessorsOf } from '../../src/ir/cfg.js';
import type { Block, Expr, Instr, Place } from '../../src/ir/instr.js';
import { isInitialized, type Program, variablesIn } from '../../src/ir/link.js';
import { printPlace } from '../../src/ir/print.js';
import type { FunctionBody, FunctionSymbol, LocalVariable } from '../../src/ir/program.js';
import { changedBy, dereferences, isNull, nullTestOf, originOf, partsOf } from './code.js';

/** What callers pass for a parameter. */
interface Passed {
  readonly to: LocalVariable;
}

/** What holds a pointer: a local variable, the result of a function, or a member or global variable by its name. */
type Holder = LocalVariable | Passed | FunctionSymbol | string;

/** The constant: a holder that is always null. No name begins with a digit. */
const NULL: Holder = '0';

export class Nulls {
  private readonly holders = new Set<Holder>([NULL]);
  private readonly passed = new Map<LocalVariable, Passed>();
  /** Where a null in each holder goes. */
  private readonly flows = new Map<Holder, Holder[]>();

  constructor(private readonly program: Program) {
    for (const unit of program.units)
      for (const g of variablesIn(unit))
        if (g.defined && g.type.kind === 'pointer' && !isInitialized(g))
          this.holders.add(globalSlot(g, unit.source.name));
    for (const f of program.defined()) this.readBody(f);
    for (const holder of this.holders) for (const next of this.flows.get(holder) ?? []) this.holders.add(next);
  }

  /**
   * Can a null come to the end of the block in this place? Backwards from there, to the assignments of the place: not past a
   * dereference, nor from where a test has found that the pointer is not null.
   */
  reaches(body: FunctionBody, block: Block, place: Place): boolean {
    const origin = printPlace(place);
    const parts = partsOf(place);
    const before = predecessorsOf(body.blocks);
    const seen = new Set<Block>();
    const comesBy = (one: Block): boolean => {
      if (seen.has(one)) return false;
      seen.add(one);
      for (const i of [...one.instrs].reverse()) {
        if (changedBy(i) === origin) return this.sourcesOf(body, i).some((source) => this.isNullIn(source));
        if (parts.has(changedBy(i) ?? '')) return this.isNullIn(this.holderOf(body, place));
        if (dereferences(i, origin)) return false;
      }
      if (one === body.entry) return this.isNullIn(this.initialIn(body, place));
      return before[one.id]!.some((previous) => !excludesNull(previous, one, origin) && comesBy(previous));
    };
    return comesBy(block);
  }

  private isNullIn(source: Holder | null): boolean {
    return source !== null && this.holders.has(source);
  }

  private readBody(f: FunctionSymbol): void {
    const body = f.body!;
    for (const param of body.params) this.flow(this.passedTo(param), param);
    for (const { instrs, terminator } of body.blocks) {
      for (const i of instrs) this.readInstr(body, i);
      if (terminator.kind === 'return' && terminator.value?.type.kind === 'pointer')
        this.flow(this.sourceIn(body, terminator.value), f);
    }
  }

  private readInstr(body: FunctionBody, i: Instr): void {
    if (i.kind === 'clear') for (const { slot } of membersOf(i.place.type) ?? []) this.holders.add(slot);
    const to = i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null;
    if (to?.type.kind === 'pointer')
      for (const source of this.sourcesOf(body, i)) this.flow(source, this.holderOf(body, to));
    if (i.kind !== 'call') return;
    for (const target of this.targetsOf(i))
      target.body!.params.forEach((param, n) => {
        const arg = i.args[n];
        if (arg?.type.kind === 'pointer') this.flow(this.sourceIn(body, arg), this.passedTo(param));
      });
  }

  private flow(from: Holder | null, to: Holder | null): void {
    if (from === null || to === null) return;
    const known = this.flows.get(from);
    if (known) known.push(to);
    else this.flows.set(from, [to]);
  }

  /** What an assignment or the result of a call may put into its place. */
  private sourcesOf(body: FunctionBody, i: Instr): readonly (Holder | null)[] {
    if (i.kind === 'clear') return [NULL];
    if (i.kind === 'assign') return [this.sourceIn(body, i.value)];
    return i.kind === 'call' ? this.targetsOf(i) : [];
  }

  private sourceIn(body: FunctionBody, e: Expr): Holder | null {
    if (e.kind === 'cast') return this.sourceIn(body, e.operand);
    if (isNull(e)) return NULL;
    return e.kind === 'load' ? this.holderOf(body, e.place) : null;
  }

  private holderOf({ source }: FunctionBody, place: Place): Holder | null {
    return place.kind === 'var' && place.variable.kind !== 'global' ? place.variable : slotOf(place, source.name);
  }

  /** What the place holds when the function is called. */
  private initialIn(body: FunctionBody, place: Place): Holder | null {
    if (place.kind !== 'var' || place.variable.kind === 'global') return this.holderOf(body, place);
    return body.params.includes(place.variable) ? this.passedTo(place.variable) : null;
  }

  private passedTo(to: LocalVariable): Passed {
    const known = this.passed.get(to) ?? { to };
    this.passed.set(to, known);
    return known;
  }

  private targetsOf({ callee }: Extract<Instr, { kind: 'call' }>): readonly FunctionSymbol[] {
    if (callee.kind === 'indirect') return this.program.targetsOf(callee.type).filter((f) => f.body);
    const definition = this.program.definitionOf(callee.function);
    return definition ? [definition] : [];
  }
}

/** Does the end of the block find, on its way to the next one, that the pointer is not null? */
function excludesNull(block: Block, next: Block, origin: string): boolean {
  if (dereferences(block.terminator, origin)) return true;
  const test = nullTestOf(block);
  return test !== null && originOf(test.pointer) === origin && next === test.nonnull && next !== test.null;
}
