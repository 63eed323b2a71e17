// The IR as text, for people: `caulk ir` prints it, tests compare it.
// C-like where C has a notation, words where it has not.

import { printType } from '../types/print-type.js';
import type { ArrayType } from '../types/types.js';
import type { BinaryOp, Block, Callee, Expr, Instr, Place, Terminator, UnaryOp } from './instr.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable, InitialValue, Unit } from './program.js';

const binarySigns: Readonly<Record<BinaryOp, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  and: '&',
  or: '|',
  xor: '^',
  shl: '<<',
  shr: '>>',
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  'ptr-add': '+',
  'ptr-diff': '-',
};

const unarySigns: Readonly<Record<UnaryOp, string>> = {
  neg: '-',
  bitnot: '~',
  not: '!',
  real: '__real__ ',
  imag: '__imag__ ',
  conj: '~',
};

export function printPlace(place: Place): string {
  switch (place.kind) {
    case 'var':
      return place.variable.name;
    case 'deref':
      return `*${printOperand(place.pointer)}`;
    case 'field': {
      const name = place.field.name ?? `<${place.field.offset}>`;
      if (place.base.kind === 'deref') return `${printOperand(place.base.pointer)}->${name}`;
      return `${printPlace(place.base)}.${name}`;
    }
    case 'index': {
      const base = place.base.kind === 'deref' ? `(${printPlace(place.base)})` : printPlace(place.base);
      return `${base}[${printExpr(place.index)}]`;
    }
  }
}

export function printExpr(e: Expr): string {
  switch (e.kind) {
    case 'int':
      return e.type.kind === 'pointer' && e.value === 0n ? 'null' : String(e.value);
    case 'float':
      return Number.isInteger(e.value) ? e.value.toFixed(1) : String(e.value);
    case 'complex':
      return `(${e.real} + ${e.imaginary}i)`;
    case 'load':
      return printPlace(e.place);
    case 'address':
      return `&${printPlace(e.place)}`;
    case 'function-address':
      return `&${e.target.name}`;
    case 'label-address':
      return `&&b${e.label.id}`;
    case 'unary':
      return `${unarySigns[e.op]}${printOperand(e.operand)}`;
    case 'binary':
      return `${printOperand(e.left)} ${binarySigns[e.op]} ${printOperand(e.right)}`;
    case 'cast':
      return `(${printType(e.type)})${printOperand(e.operand)}`;
  }
}

const printOperand = (e: Expr): string =>
  e.kind === 'binary' || e.kind === 'cast' ? `(${printExpr(e)})` : printExpr(e);

function printCallee(callee: Callee): string {
  return callee.kind === 'direct' ? callee.function.name : `(*${printOperand(callee.pointer)})`;
}

export function printInstr(i: Instr): string {
  switch (i.kind) {
    case 'assign':
      return `${printPlace(i.place)} = ${printExpr(i.value)}`;
    case 'clear':
      return `clear ${printPlace(i.place)}`;
    case 'call': {
      const result = i.result ? `${printPlace(i.result)} = ` : '';
      return `${result}${printCallee(i.callee)}(${i.args.map(printExpr).join(', ')})`;
    }
    case 'assume':
      return `assume ${i.holds ? '' : '!'}(${printExpr(i.condition)})`;
    case 'scope-end':
      return `scope-end ${i.variables.map((v) => v.name).join(', ')}`;
    case 'asm':
      return `asm "${i.text}" : ${i.outputs.map(printPlace).join(', ')} : ${i.inputs.map(printExpr).join(', ')}`;
  }
}

export function printTerminator(t: Terminator): string {
  switch (t.kind) {
    case 'goto':
      return `goto b${t.target.id}`;
    case 'branch':
      return `if (${printExpr(t.condition)}) goto b${t.then.id} else b${t.else.id}`;
    case 'switch': {
      const range = (low: bigint, high: bigint): string => (low === high ? `${low}` : `${low}...${high}`);
      const cases = t.cases.map((c) => `${range(c.low, c.high)}: b${c.target.id}`);
      return `switch (${printExpr(t.value)}) { ${[...cases, `default: b${t.default.id}`].join(', ')} }`;
    }
    case 'computed-goto':
      return `goto *${printOperand(t.address)} in { ${t.targets.map((b) => `b${b.id}`).join(', ')} }`;
    case 'choose':
      return `choose { ${t.targets.map((b) => `b${b.id}`).join(', ')} }`;
    case 'return':
      return t.value ? `return ${printExpr(t.value)}` : 'return';
    case 'unreachable':
      return 'unreachable';
  }
}

export function printFunction(body: FunctionBody): string {
  const line = (at: number): string => (at < 0 ? '' : `  ; ${body.source.locate(at).line}`);
  const block = (b: Block): string =>
    [
      `b${b.id}:`,
      ...b.instrs.map((i) => `  ${printInstr(i)}${line(i.at)}`),
      `  ${printTerminator(b.terminator)}${line(b.terminator.at)}`,
    ].join('\n');
  const locals = body.variables.filter((v) => v.kind !== 'parameter');
  return [
    `${printSignature(body.symbol, body)} {`,
    ...locals.map((v) => `  ${printType(v.type, v.name)};${v.addressTaken ? '  ; address taken' : ''}`),
    ...body.blocks.map(block),
    '}',
  ].join('\n');
}

function printSignature(symbol: FunctionSymbol, body: FunctionBody): string {
  const params = body.params.map((p) => printType(p.type, p.name));
  if (symbol.type.variadic) params.push('...');
  const linkage = symbol.linkage === 'internal' ? 'static ' : '';
  return `${linkage}${printType(symbol.type.result, `${symbol.name}(${params.join(', ') || 'void'})`)}`;
}

export function printGlobal(g: GlobalVariable): string {
  const linkage = g.linkage === 'internal' ? 'static ' : g.defined ? '' : 'extern ';
  const value = g.initializer ? ` = { ${g.initializer.map(printInitial).join(', ')} }` : '';
  return `${linkage}${printType(g.type, g.name)}${value};`;
}

function printInitial({ offset, value, type }: InitialValue): string {
  if (value.kind !== 'string') return `+${offset}: ${printExpr(value)}`;
  const wide = (type as ArrayType).element.size > 1;
  return `+${offset}: ${wide ? `${value.bytes.length} bytes` : JSON.stringify(Buffer.from(value.bytes).toString('latin1'))}`;
}

/** A whole unit, or only the functions of one name. */
export function printUnit(unit: Unit, only: { readonly function?: string } = {}): string {
  const bodies = unit.functions.flatMap((f) =>
    f.body && (!only.function || f.name === only.function) ? [f.body] : [],
  );
  const globals = only.function ? [] : unit.globals.map(printGlobal);
  const lost = unit.lost.filter((l) => !only.function || l.name === only.function);
  return [
    ...globals,
    ...(globals.length ? [''] : []),
    ...bodies.map((b) => `${printFunction(b)}\n`),
    ...lost.map((l) => `; ${l.name} is lost: ${l.reason.message}`),
  ].join('\n');
}
