// The verifier: checks every invariant that the comments of the IR state. Runs after lowering and after normalizing.
// A complaint is a bug of caulk, never of the program.

import { compatible } from '../types/compatible.js';
import { isInteger, isScalar, isVariable } from '../types/questions.js';
import type { CType } from '../types/types.js';
import { successorsOf } from './cfg.js';
import type { Block, CallInstr, Expr, Instr, Place, Terminator } from './instr.js';
import { printExpr, printInstr, printPlace, printTerminator } from './print.js';
import type { FunctionBody, Unit } from './program.js';

/** The violated invariants of a unit, one line each. */
export function verifyUnit(unit: Unit): string[] {
  return unit.functions.flatMap((f) => (f.body ? verifyFunction(f.body) : []));
}

export function verifyFunction(body: FunctionBody): string[] {
  return new Verifier(body).run();
}

class Verifier {
  private readonly complaints: string[] = [];
  private readonly blocks: Set<Block>;
  private where = '';

  constructor(private readonly body: FunctionBody) {
    this.blocks = new Set(body.blocks);
  }

  run(): string[] {
    const { body } = this;
    this.require(body.entry === body.blocks[0], 'the entry is not the first block');
    body.variables.forEach((v, i) => {
      this.require(v.id === i, `variable ${v.name} has id ${v.id}, not ${i}`);
    });
    body.blocks.forEach((block, i) => {
      this.require(block.id === i, `block ${block.id} is at index ${i}`);
      for (const instr of block.instrs) this.instr(instr);
      this.terminator(block.terminator);
    });
    return this.complaints;
  }

  private require(holds: boolean, what: string): void {
    if (!holds) this.complaints.push(`${this.body.symbol.name}: ${what}${this.where && ` in: ${this.where}`}`);
  }

  private same(a: CType, b: CType, what: string): void {
    const x = a.unqualified;
    const y = b.unqualified;
    this.require(x === y || isVariable(x) || compatible(x, y), what);
  }

  private instr(i: Instr): void {
    this.where = printInstr(i);
    switch (i.kind) {
      case 'assign':
        this.place(i.place);
        this.expr(i.value, 'assigned');
        this.same(i.place.type, i.value.type, 'the sides of an assignment have different types');
        break;
      case 'clear':
        this.place(i.place);
        break;
      case 'call':
        this.call(i);
        break;
      case 'assume':
        this.expr(i.condition);
        break;
      case 'scope-end':
        for (const v of i.variables)
          this.require(this.body.variables[v.id] === v, `${v.name} belongs to another function`);
        break;
      case 'asm':
        for (const place of i.outputs) this.place(place);
        for (const e of i.inputs) this.expr(e, 'assigned');
        break;
    }
    this.where = '';
  }

  private call(i: CallInstr): void {
    const { type } = i.callee;
    if (i.callee.kind === 'indirect') this.expr(i.callee.pointer);
    for (const arg of i.args) this.expr(arg);
    type.params?.forEach((param, k) => {
      const arg = i.args[k];
      const transparent = param.type.kind === 'record' && param.type.body.transparent;
      if (arg && !transparent) this.same(param.type, arg.type, `argument ${k + 1} has the wrong type`);
    });
    if (!i.result) return;
    this.place(i.result);
    if (i.result.type.kind !== 'pointer' || type.result.kind !== 'pointer') {
      this.same(i.result.type, type.result, 'the result has the wrong type');
    }
  }

  private terminator(t: Terminator): void {
    this.where = printTerminator(t);
    for (const successor of successorsOf(t)) this.require(this.blocks.has(successor), 'a jump out of the function');
    switch (t.kind) {
      case 'branch':
        this.expr(t.condition);
        this.require(isScalar(t.condition.type), 'the condition is not a scalar');
        break;
      case 'switch':
        this.expr(t.value);
        this.require(isInteger(t.value.type), 'the value of a switch is not an integer');
        break;
      case 'computed-goto':
        this.expr(t.address);
        break;
      case 'return':
        if (t.value) this.expr(t.value);
        if (t.value) this.same(t.value.type, this.body.symbol.type.result, 'the returned value has the wrong type');
        break;
    }
    this.where = '';
  }

  private place(place: Place): void {
    switch (place.kind) {
      case 'var':
        if (place.variable.kind !== 'global') {
          this.require(
            this.body.variables[place.variable.id] === place.variable,
            `${place.variable.name} belongs to another function`,
          );
        }
        break;
      case 'deref':
        this.expr(place.pointer);
        this.require(place.pointer.type.kind === 'pointer', `${printExpr(place.pointer)} is not a pointer`);
        break;
      case 'field': {
        this.place(place.base);
        const record = place.base.type;
        const known = record.kind === 'record' && record.fields?.includes(place.field);
        this.require(known === true, `${printPlace(place)} is not a member`);
        break;
      }
      case 'index':
        this.place(place.base);
        this.expr(place.index);
        this.require(
          ['array', 'vector', 'complex'].includes(place.base.type.kind),
          `${printPlace(place)} is not an element`,
        );
        this.require(isInteger(place.index.type), 'an index is not an integer');
        break;
    }
  }

  /** Arrays are values only where they are copied whole. */
  private expr(e: Expr, use: 'operand' | 'assigned' = 'operand'): void {
    switch (e.kind) {
      case 'load':
        this.place(e.place);
        this.require(use === 'assigned' || e.type.kind !== 'array', `${printExpr(e)} is an array used as a value`);
        this.require(e.type.kind !== 'function' && e.type.kind !== 'void', `${printExpr(e)} has no value`);
        break;
      case 'address':
        this.place(e.place);
        this.require(!(e.place.kind === 'field' && e.place.field.bits), 'the address of a bit-field');
        break;
      case 'label-address':
        this.require(this.blocks.has(e.label), 'a label of another function');
        break;
      case 'unary':
      case 'cast':
        this.expr(e.operand);
        break;
      case 'binary':
        this.binary(e);
        break;
    }
  }

  private binary(e: Extract<Expr, { kind: 'binary' }>): void {
    const { left, right, op } = e;
    this.expr(left);
    this.expr(right);
    if (op === 'shl' || op === 'shr') return;
    if (op === 'ptr-add') {
      this.require(left.type.kind === 'pointer' && isInteger(right.type), `${printExpr(e)}: wrong operands`);
      return;
    }
    this.require(sameOperands(left.type, right.type), `${printExpr(e)}: operands of different types`);
  }
}

const sameOperands = (a: CType, b: CType): boolean =>
  a.unqualified === b.unqualified || (a.kind === 'pointer' && b.kind === 'pointer') || compatible(a, b);
