// Where the parameters of one function flow: a flow-insensitive points-to analysis with a region for each parameter and
// each variable. Used by component.ts, which iterates it over calls within a component.

import type { CallInstr, Expr, Instr, Place } from '../../../ir/instr.js';
import { isIntrinsic } from '../../../ir/intrinsics.js';
import type { Program } from '../../../ir/link.js';
import { type FunctionBody, type FunctionSymbol, symbolOf } from '../../../ir/program.js';
import { type CalledPointer, pointerIn } from '../../../ir/targets/holders.js';
import { isOwn } from '../../../models/origin.js';
import { holdsPointer, isInteger } from '../../../types/questions.js';
import type { CType } from '../../../types/types.js';
import { isBorrowed } from '../beliefs/const-is-borrowed.js';
import { isRegister } from '../domain/state.js';
import { type Flow, flowsOf, type Keeping } from './keeping.js';

/** What the analysis of a function needs to know of the program. */
export interface Surroundings {
  readonly program: Program;
  /** The facts of a function with a body; null: not known. */
  keepingOf(f: FunctionSymbol): Keeping | null;
  /** The possible targets of a call through a pointer; null: not known. */
  targetsOf(pointer: CalledPointer): readonly FunctionSymbol[] | null;
  /** Does a function without a body only read arguments for pointers to const? */
  readonly constIsBorrowed: boolean;
  /** Do functions of the component call each other? */
  readonly isRecursive: boolean;
}

/**
 * The origin of a pointer. 0: anywhere. 2r: the address of region r, or one inside it; 2r + 1: found behind region r.
 * Regions of parameters come first, then those of variables. Pointers found in variables have the origins of what was
 * stored there, so that 2r + 1 occurs for parameters only.
 */
type Origin = number;

const ANYWHERE: Origin = 0;

export const flowsIn = (f: FunctionSymbol, around: Surroundings): Flow[] => new Flows(f.body!, around).find();

class Flows {
  /** The origins of pointers that were stored in a region. */
  private readonly contents: Set<Origin>[] = [];
  /** Origins of pointers that are kept, and of those that are returned. */
  private readonly kept = new Set<Origin>();
  private readonly returned = new Set<Origin>();
  private readonly parameters: number;
  private readonly pointerSize: number;
  private changed = false;

  constructor(
    private readonly body: FunctionBody,
    private readonly around: Surroundings,
  ) {
    const { params, variables } = body;
    this.parameters = params.length;
    this.pointerSize = params.find(({ type }) => type.kind === 'pointer')?.type.size ?? 8;
    for (let r = 0; r <= this.parameters + variables.length; r++) this.contents.push(new Set());
    for (const [i, p] of params.entries()) this.regionOf(p.id).add(2 * (i + 1));
    // Unknown code may store anything in a variable whose address it gets.
    for (const v of variables) if (!isRegister(v)) this.regionOf(v.id).add(ANYWHERE);
  }

  find(): Flow[] {
    const { params, blocks } = this.body;
    if (!params.some(({ type }) => this.carries(type))) return [];
    do {
      this.changed = false;
      for (const { instrs, terminator } of blocks) {
        for (const instr of instrs) this.visit(instr);
        if (terminator.kind === 'return' && terminator.value)
          this.addAll(this.returned, this.origins(terminator.value));
      }
      for (const set of [this.kept, this.returned]) this.close(set);
    } while (this.changed);
    return params.flatMap((_, i) => this.flowsFrom(i));
  }

  private flowsFrom(parameter: number): Flow[] {
    const r = parameter + 1;
    const flows: Flow[] = [];
    const add = (set: ReadonlySet<Origin>, to: Flow['to']): void => {
      if (set.has(2 * r)) flows.push({ from: parameter, what: 'itself', to });
      if (set.has(2 * r + 1)) flows.push({ from: parameter, what: 'contents', to });
    };
    add(this.kept, 'elsewhere');
    add(this.returned, 'result');
    for (let other = 1; other <= this.parameters; other++) {
      if (other === r) continue;
      const behind = new Set(this.contents[other]);
      this.close(behind);
      add(behind, other - 1);
    }
    return flows;
  }

  // ---- sets of origins ---------------------------------------------------------------------------------------------

  private regionOf(variable: number): Set<Origin> {
    return this.contents[this.parameters + 1 + variable]!;
  }

  private add(set: Set<Origin>, origin: Origin): void {
    if (set.has(origin)) return;
    set.add(origin);
    this.changed = true;
  }

  private addAll(set: Set<Origin>, origins: Iterable<Origin>): void {
    for (const origin of origins) this.add(set, origin);
  }

  private isVariable(origin: Origin): boolean {
    return origin >= 2 * (this.parameters + 1);
  }

  /** Who holds the address of a variable also reaches what is stored there. */
  private close(set: Set<Origin>): void {
    for (const origin of set) if (this.isVariable(origin)) this.addAll(set, this.contents[origin >> 1]!);
  }

  /** The origins of pointers in the regions that these addresses lead to. */
  private behind(addresses: Iterable<Origin>): Set<Origin> {
    const found = new Set<Origin>();
    for (const address of addresses) {
      if (!this.isVariable(address)) found.add(address === ANYWHERE ? ANYWHERE : address | 1);
      if (address !== ANYWHERE) for (const origin of this.contents[address >> 1]!) found.add(origin);
    }
    return found;
  }

  /** Stores pointers at addresses. What lies deeper behind a parameter may be shared with anybody. */
  private store(addresses: Iterable<Origin>, origins: ReadonlySet<Origin>): void {
    if (origins.size === 0) return;
    for (const address of addresses)
      if (address === ANYWHERE || (address & 1) === 1) this.addAll(this.kept, origins);
      else this.addAll(this.contents[address >> 1]!, origins);
  }

  // ---- expressions -------------------------------------------------------------------------------------------------

  /** May a value of the type be a pointer, or contain one? */
  private carries(type: CType): boolean {
    return holdsPointer(type) || (isInteger(type) && type.size >= this.pointerSize) || type.kind === 'record';
  }

  private addressesOf(place: Place): ReadonlySet<Origin> {
    switch (place.kind) {
      case 'var':
        return new Set([place.variable.kind === 'global' ? ANYWHERE : 2 * (this.parameters + 1 + place.variable.id)]);
      case 'deref':
        return this.origins(place.pointer);
      case 'field':
      case 'index':
        return this.addressesOf(place.base);
    }
  }

  private origins(e: Expr): ReadonlySet<Origin> {
    if (!this.carries(e.type)) return NONE;
    switch (e.kind) {
      case 'load':
        return this.originsIn(e.place);
      case 'address':
        return this.addressesOf(e.place);
      case 'cast':
        return this.originsOfCast(e.operand, e.type);
      case 'unary':
        return this.origins(e.operand);
      case 'binary':
        return this.originsOfBoth(e.op, e.left, e.right);
      default:
        return NONE;
    }
  }

  /** An integer in memory may hide a pointer; what it leads to is anywhere once it is cast to one. */
  private originsIn(place: Place): ReadonlySet<Origin> {
    if (place.kind === 'var' && place.variable.kind !== 'global') return this.regionOf(place.variable.id);
    return isInteger(place.type) ? NONE : this.behind(this.addressesOf(place));
  }

  private originsOfCast(operand: Expr, to: CType): ReadonlySet<Origin> {
    const origins = this.origins(operand);
    if (to.kind !== 'pointer' || !isInteger(operand.type) || operand.kind === 'int') return origins;
    return new Set([...origins, ANYWHERE]);
  }

  private originsOfBoth(op: string, left: Expr, right: Expr): ReadonlySet<Origin> {
    if (op === 'ptr-add') return this.origins(left);
    if (!HIDING.has(op)) return NONE;
    const [a, b] = [this.origins(left), this.origins(right)];
    return a.size === 0 ? b : b.size === 0 ? a : new Set([...a, ...b]);
  }

  // ---- instructions ------------------------------------------------------------------------------------------------

  private visit(instr: Instr): void {
    switch (instr.kind) {
      case 'assign':
        if (this.carries(instr.value.type)) this.store(this.addressesOf(instr.place), this.origins(instr.value));
        return;
      case 'call':
        this.call(instr);
        return;
      case 'asm':
        for (const input of instr.inputs) this.addAll(this.kept, this.origins(input));
        for (const output of instr.outputs) this.store(this.addressesOf(output), SOMEWHERE);
        return;
      default:
        return;
    }
  }

  private call(call: CallInstr): void {
    const result = call.result && this.carries(call.result.type) ? this.addressesOf(call.result) : null;
    if (result) this.store(result, SOMEWHERE);
    const targets = this.targetsOf(call);
    if (!targets) this.callUnknown(call, result);
    for (const target of targets ?? []) this.callFunction(call, target, result);
  }

  private targetsOf({ callee }: CallInstr): readonly FunctionSymbol[] | null {
    return callee.kind === 'direct' ? [callee.function] : this.around.targetsOf(pointerIn(this.body, callee));
  }

  private callFunction(call: CallInstr, f: FunctionSymbol, result: ReadonlySet<Origin> | null): void {
    const definition = this.around.program.definitionOf(f);
    const symbol = symbolOf(f);
    if (isIntrinsic(symbol) && !isOwn(definition)) {
      this.callIntrinsic(call, symbol);
      return;
    }
    if (f.attributes.noreturn) return;
    const keeping = definition && this.around.keepingOf(definition);
    if (definition && keeping !== null) this.apply(call, definition, keeping, result);
    else if (definition || !(f.attributes.pure || f.name.startsWith('__builtin_'))) this.callUnknown(call, result);
  }

  private callIntrinsic({ args }: CallInstr, name: string): void {
    const [first, second] = args.map((arg) => this.origins(arg));
    if (name === '__caulk_free' || name === '__caulk_escape') this.addAll(this.kept, first!);
    if (name === '__caulk_copy' || name === '__caulk_move') this.store(first!, this.behind(second!));
  }

  private apply({ args }: CallInstr, f: FunctionSymbol, keeping: Keeping, result: ReadonlySet<Origin> | null): void {
    for (const { from, what, to } of flowsOf(keeping)) {
      const arg = args[from];
      if (!arg) continue;
      const origins = what === 'itself' ? this.origins(arg) : this.behind(this.origins(arg));
      if (to === 'elsewhere') this.addAll(this.kept, origins);
      else if (to !== 'result') this.store(args[to] ? this.origins(args[to]) : SOMEWHERE, origins);
      else if (result) this.store(result, origins);
    }
    const isPrinting = f.attributes.format?.style === 'printf';
    if (f.type.variadic && !isPrinting)
      for (const arg of args.slice(f.type.params?.length ?? 0)) this.addAll(this.kept, this.origins(arg));
  }

  /** The arguments are kept. Those for pointers to const are not, but the result may lead to them. */
  private callUnknown({ args, callee }: CallInstr, result: ReadonlySet<Origin> | null): void {
    args.forEach((arg, i) => {
      const isRead = this.around.constIsBorrowed && isBorrowed(callee.type.params?.[i]?.type);
      if (!isRead) this.addAll(this.kept, this.origins(arg));
      else if (result) this.store(result, this.origins(arg));
    });
  }
}

const NONE: ReadonlySet<Origin> = new Set();
const SOMEWHERE: ReadonlySet<Origin> = new Set([ANYWHERE]);

/** Operators from whose results a pointer can be recovered: tags, XOR lists. */
const HIDING: ReadonlySet<string> = new Set(['add', 'sub', 'and', 'or', 'xor']);
