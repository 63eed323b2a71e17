// What of a program the engine looks at: functions that the entry can call, their pointer variables, the pointer fields
// of cells, and the call sites. First stage of the engine; predicates are made from it.

import type { CType, FunctionType } from '../../frontend/types.js';
import type { CallInstr, Expr, Instr, Place, Terminator } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { Liveness } from '../../ir/liveness.js';
import { normalizeFunction } from '../../ir/normalize.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable, LocalVariable } from '../../ir/program.js';
import { ALLOCATORS, describeLibrary } from './library.js';

/** A call of one function from one place; an indirect call has one for each function it may mean. */
export interface CallSite {
  readonly id: number;
  readonly caller: FunctionSymbol;
  readonly callee: FunctionSymbol;
  readonly block: number;
  readonly index: number;
  readonly instr: CallInstr;
}

export interface SceneFunction {
  readonly symbol: FunctionSymbol;
  readonly body: FunctionBody;
  readonly liveness: Liveness;
  /** Pointer variables that the engine follows. */
  readonly pointers: readonly LocalVariable[];
}

export interface Scene {
  readonly program: Program;
  readonly entry: FunctionSymbol;
  readonly functions: ReadonlyMap<FunctionSymbol, SceneFunction>;
  readonly globals: readonly GlobalVariable[];
  /** Byte offsets at which pointers stand in cells, with a name for people. */
  readonly fields: ReadonlyMap<number, string>;
  readonly sites: readonly CallSite[];
  /** Constant sizes that are allocated. */
  readonly sizes: ReadonlySet<number>;
}

export const isPointer = (t: CType): boolean => t.kind === 'pointer';

export function setScene(program: Program, entry: FunctionSymbol): Scene {
  const maker = new SceneMaker(program);
  maker.addFunction(entry);
  return maker.finish(entry);
}

/** The functions that a call may run; none: no body is known. */
export function calleesOf(program: Program, instr: CallInstr): FunctionSymbol[] {
  const { callee } = instr;
  if (callee.kind === 'direct') {
    const definition = program.definitionOf(callee.function);
    if (!definition) return [];
    // What the engine knows by heart needs no model.
    const modelled = definition.body!.source.name.startsWith('<models>');
    return modelled && describeLibrary(callee.function.name, instr) ? [] : [definition];
  }
  return program.targetsOf(callee.type as FunctionType).filter((f) => f.body);
}

class SceneMaker {
  private readonly functions = new Map<FunctionSymbol, SceneFunction>();
  private readonly globals = new Set<GlobalVariable>();
  private readonly addressed = new Set<GlobalVariable>();
  private readonly fields = new Map<number, string>();
  private readonly sites: CallSite[] = [];
  private readonly sizes = new Set<number>();

  constructor(private readonly program: Program) {}

  addFunction(symbol: FunctionSymbol): void {
    if (this.functions.has(symbol)) return;
    const body = normalizeFunction(symbol.body!);
    const pointers = body.variables.filter((v) => isPointer(v.type) && !v.addressTaken && !v.ownsBlock);
    this.functions.set(symbol, { symbol, body, liveness: new Liveness(body), pointers });
    for (const block of body.blocks) {
      block.instrs.forEach((instr, index) => {
        this.instr(instr);
        if (instr.kind === 'call') this.call(symbol, instr, block.id, index);
      });
      this.terminator(block.terminator);
    }
  }

  private call(caller: FunctionSymbol, instr: CallInstr, block: number, index: number): void {
    for (const callee of calleesOf(this.program, instr)) {
      this.sites.push({ id: this.sites.length, caller, callee, block, index, instr });
      this.addFunction(callee);
    }
    const { callee, args } = instr;
    const size = args[callee.kind === 'direct' && callee.function.name === 'calloc' ? 1 : 0];
    if (callee.kind === 'direct' && ALLOCATORS.has(callee.function.name) && size?.kind === 'int') {
      this.sizes.add(Number(size.value));
    }
  }

  private instr(i: Instr): void {
    switch (i.kind) {
      case 'assign':
        this.place(i.place);
        return this.expr(i.value);
      case 'clear':
        return this.place(i.place);
      case 'call':
        for (const a of i.args) this.expr(a);
        if (i.callee.kind === 'indirect') this.expr(i.callee.pointer);
        if (i.result) this.place(i.result);
        return;
      case 'assume':
        return this.expr(i.condition);
      case 'asm':
        for (const o of i.outputs) this.place(o);
        for (const e of i.inputs) this.expr(e);
        return;
      case 'scope-end':
        return;
    }
  }

  private terminator(t: Terminator): void {
    if (t.kind === 'branch') this.expr(t.condition);
    if (t.kind === 'return' && t.value) this.expr(t.value);
  }

  private expr(e: Expr): void {
    switch (e.kind) {
      case 'load':
        return this.place(e.place);
      case 'address':
        if (rootOf(e.place)?.kind === 'global')
          this.addressed.add(this.program.variableOf(rootOf(e.place) as GlobalVariable));
        return this.place(e.place);
      case 'unary':
      case 'cast':
        return this.expr(e.operand);
      case 'binary':
        this.expr(e.left);
        return this.expr(e.right);
      default:
        return;
    }
  }

  private place(p: Place): void {
    const root = rootOf(p);
    if (root?.kind === 'global') this.globals.add(this.program.variableOf(root));
    if (p.kind === 'var') return;
    const cell = cellOf(p);
    if (cell && isPointer(p.type)) this.fields.set(cell.offset, fieldName(p, this.fields.get(cell.offset)));
    if (p.kind === 'deref') return this.expr(p.pointer);
    this.place(p.base);
  }

  finish(entry: FunctionSymbol): Scene {
    const globals = [...this.globals].filter((g) => isPointer(g.type) && !this.addressed.has(g));
    const { program, functions, fields, sites, sizes } = this;
    return {
      program,
      entry,
      functions,
      globals,
      fields: new Map([...fields].sort((a, b) => a[0] - b[0])),
      sites,
      sizes,
    };
  }
}

function fieldName(p: Place, known: string | undefined): string {
  return known ?? (p.kind === 'field' && p.field.name ? p.field.name : '*');
}

/** The variable whose memory the place lies in, or null if it lies behind a pointer. */
export function rootOf(p: Place): LocalVariable | GlobalVariable | null {
  if (p.kind === 'var') return p.variable;
  return p.kind === 'deref' ? null : rootOf(p.base);
}

export interface CellAccess {
  /** The variable that holds the pointer to the cell. */
  readonly pointer: Expr;
  readonly offset: number;
}

/** A place at a constant offset behind a pointer; null for any other. */
export function cellOf(p: Place): CellAccess | null {
  switch (p.kind) {
    case 'var':
      return null;
    case 'deref':
      return { pointer: p.pointer, offset: 0 };
    case 'field': {
      const base = cellOf(p.base);
      return base && { ...base, offset: base.offset + p.field.offset };
    }
    case 'index': {
      const base = cellOf(p.base);
      if (!base || p.index.kind !== 'int') return null;
      return { ...base, offset: base.offset + Number(p.index.value) * p.type.size };
    }
  }
}
