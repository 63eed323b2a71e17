// Three-address form, for engines that want it: at most one dereference and one operator per instruction. A pass from
// unit to unit that does not change its input. Atoms are constants, addresses of functions, scalar variables.

import { hasParts, holdsPointer } from '../types/questions.js';
import type { CType } from '../types/types.js';
import { successorsOf } from './cfg.js';
import type { Block, Callee, Expr, Instr, Place, Terminator, VarPlace } from './instr.js';
import type { FunctionBody, FunctionSymbol, LocalVariable, Unit } from './program.js';

export function normalizeUnit(unit: Unit): Unit {
  const functions = unit.functions.map((symbol): FunctionSymbol => {
    if (!symbol.body) return symbol;
    const copy: FunctionSymbol = { ...symbol };
    copy.body = normalizeFunction(symbol.body, copy);
    return copy;
  });
  return { ...unit, functions };
}

/**
 * Every instruction of the result has one of these forms, where a, b are atoms and P is a place whose pointer and
 * indices are atoms:  x = a | op a | a op b | (T)a | P | &P,  P = a,  P = x of aggregate type,  r = f(a, …),  clear P.
 */
export function normalizeFunction(body: FunctionBody, symbol: FunctionSymbol = body.symbol): FunctionBody {
  return new Normalizer(body, (place) => place).run(symbol);
}

/** The place that replaces a variable. */
export type Replace = (place: VarPlace) => Place;

/** Normalizes, with other places for some variables. */
export const normalizeReplacing = (body: FunctionBody, replace: Replace): FunctionBody =>
  new Normalizer(body, replace).run(body.symbol);

interface OpenBlock {
  readonly id: number;
  instrs: Instr[];
  terminator: Terminator;
}

class Normalizer {
  private readonly variables: LocalVariable[];
  private readonly blocks: OpenBlock[];
  private current: OpenBlock;
  /** Temporaries of the current instruction that hold pointers; they die after it. */
  private dying: LocalVariable[] = [];

  constructor(
    private readonly body: FunctionBody,
    private readonly replace: Replace,
  ) {
    this.variables = [...body.variables];
    this.blocks = body.blocks.map((b) => ({ id: b.id, instrs: [], terminator: b.terminator }));
    this.current = this.blocks[0]!;
  }

  run(symbol: FunctionSymbol): FunctionBody {
    const heads: Instr[][] = this.blocks.map(() => []);
    for (const block of this.body.blocks) {
      this.current = this.blocks[block.id]!;
      for (const instr of block.instrs) this.instr(instr);
      this.current.terminator = this.terminator(block.terminator);
      for (const successor of this.dying.length > 0 ? new Set(successorsOf(this.current.terminator)) : []) {
        const { at, end } = block.terminator;
        heads[successor.id]!.push({ kind: 'scope-end', variables: this.dying, at, end });
      }
      this.dying = [];
    }
    for (const block of this.blocks) block.instrs = [...heads[block.id]!, ...block.instrs];
    const blocks: readonly Block[] = this.blocks;
    return { ...this.body, symbol, variables: this.variables, blocks, entry: blocks[0]! };
  }

  private block = (b: Block): Block => this.blocks[b.id]!;

  private temporary(type: CType, at: number): LocalVariable {
    const id = this.variables.length;
    const common = { id, addressTaken: false, ownsBlock: false, at };
    const variable: LocalVariable = { kind: 'temporary', name: `n${id}`, type: type.unqualified, ...common };
    this.variables.push(variable);
    if (holdsPointer(type)) this.dying.push(variable);
    return variable;
  }

  private instr(i: Instr): void {
    this.current.instrs.push(this.flatten(i));
    const { at, end } = i;
    if (this.dying.length > 0) this.current.instrs.push({ kind: 'scope-end', variables: this.dying, at, end });
    this.dying = [];
  }

  private flatten(i: Instr): Instr {
    switch (i.kind) {
      case 'assign': {
        const isVariable = i.place.kind === 'var' && this.replace(i.place).kind === 'var';
        const value = isVariable || hasParts(i.value.type) ? this.flat(i.value) : this.atom(i.value);
        return { ...i, place: this.place(i.place), value };
      }
      case 'clear':
        return { ...i, place: this.place(i.place) };
      case 'call': {
        const callee = this.callee(i.callee);
        const args = i.args.map((a) => this.argument(a));
        return { ...i, callee, args, result: i.result && this.place(i.result) };
      }
      case 'assume':
        return { ...i, condition: this.flat(i.condition) };
      case 'scope-end':
        return i;
      case 'asm':
        return { ...i, outputs: i.outputs.map((p) => this.place(p)), inputs: i.inputs.map((e) => this.argument(e)) };
    }
  }

  private callee(callee: Callee): Callee {
    return callee.kind === 'direct' ? callee : { ...callee, pointer: this.atom(callee.pointer) };
  }

  /** Aggregates are passed as places in memory. */
  private argument(e: Expr): Expr {
    return hasParts(e.type) ? this.flat(e) : this.atom(e);
  }

  private terminator(t: Terminator): Terminator {
    switch (t.kind) {
      case 'goto':
        return { ...t, target: this.block(t.target) };
      case 'branch':
        return { ...t, condition: this.flat(t.condition), then: this.block(t.then), else: this.block(t.else) };
      case 'switch': {
        const cases = t.cases.map((c) => ({ ...c, target: this.block(c.target) }));
        return { ...t, value: this.atom(t.value), cases, default: this.block(t.default) };
      }
      case 'computed-goto':
        return { ...t, address: this.atom(t.address), targets: t.targets.map(this.block) };
      case 'choose':
        return { ...t, targets: t.targets.map(this.block) };
      case 'return':
        return t.value ? { ...t, value: this.argument(t.value) } : t;
      case 'unreachable':
        return t;
    }
  }

  /** A value whose operands are atoms. */
  private flat(e: Expr): Expr {
    switch (e.kind) {
      case 'load':
        return { ...e, place: this.place(e.place) };
      case 'address':
        return { ...e, place: this.place(e.place) };
      case 'unary':
      case 'cast':
        return { ...e, operand: this.atom(e.operand) };
      case 'binary': {
        const left = this.atom(e.left);
        return { ...e, left, right: this.atom(e.right) };
      }
      case 'label-address':
        return { ...e, label: this.block(e.label) };
      default:
        return e;
    }
  }

  private atom(e: Expr): Expr {
    const { at, end } = e;
    if (this.isAtom(e)) return e;
    if (e.kind === 'label-address') return this.flat(e);
    const value = this.flat(e);
    const variable = this.temporary(e.type, at);
    const place: Place = { kind: 'var', variable, type: variable.type, at, end };
    this.current.instrs.push({ kind: 'assign', place, value, at, end });
    return { kind: 'load', place, type: variable.type, at, end };
  }

  private place(place: Place): Place {
    switch (place.kind) {
      case 'var':
        return this.replace(place);
      case 'deref':
        return { ...place, pointer: this.atom(place.pointer) };
      case 'field':
        return { ...place, base: this.place(place.base) };
      case 'index': {
        const base = this.place(place.base);
        return { ...place, base, index: this.atom(place.index) };
      }
    }
  }

  private isAtom(e: Expr): boolean {
    switch (e.kind) {
      case 'int':
      case 'float':
      case 'complex':
      case 'function-address':
        return true;
      case 'load':
        return e.place.kind === 'var' && this.replace(e.place).kind === 'var';
      default:
        return false;
    }
  }
}
