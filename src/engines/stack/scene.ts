// The relevant part of a program: functions that the entry can call, their pointer variables, the pointer fields of
// cells, and the call sites. First stage of the engine; predicates are built from it.

import type { Block, CallInstr, Expr, Instr, Place, Terminator } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { Liveness, variablesIn } from '../../ir/liveness.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable, LocalVariable } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import { isInteger } from '../../types/questions.js';
import { type FunctionType, VOLATILE } from '../../types/types.js';
import { definitionFor } from '../shared/variadic.js';
import { type Box, putIntoBoxes } from './boxes.js';
import { describeLibrary, onlyReadsLiterals, printsToStandardStream } from './intrinsics.js';
import { type FoundLinks, findLinks } from './links.js';
import { cellOf, isPointer, rootOf } from './places.js';

/** A call of one function at one place; an indirect call has one for each possible callee. */
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
  /** Pointer variables that the engine tracks. */
  readonly pointers: readonly LocalVariable[];
  readonly boxes: readonly Box[];
}

export interface Scene {
  readonly program: Program;
  readonly entry: FunctionSymbol;
  readonly functions: ReadonlyMap<FunctionSymbol, SceneFunction>;
  readonly globals: readonly GlobalVariable[];
  /** Integers with static storage that only assignments change. */
  readonly integers: readonly GlobalVariable[];
  /** Byte offsets of pointers in cells, with a name for people. */
  readonly fields: ReadonlyMap<number, string>;
  /** Fields that are inverse links. */
  readonly links: FoundLinks;
  readonly sites: readonly CallSite[];
  /** Constant allocation sizes. */
  readonly sizes: ReadonlySet<number>;
  /** Calls of library functions that only read string literals, or print them to a standard stream. */
  readonly readers: ReadonlySet<CallInstr>;
  readonly pointerSize: number;
}

export function setScene(program: Program, entry: FunctionSymbol): Scene {
  const maker = new SceneMaker(program);
  maker.addFunction(entry);
  return maker.finish(entry);
}

/** The possible callees of a call: functions with a body, and whether there may be others. */
export interface Callees {
  readonly bodies: readonly FunctionSymbol[];
  readonly others: boolean;
}

export function calleesOf(program: Program, instr: CallInstr): Callees {
  const { callee } = instr;
  if (callee.kind === 'indirect') {
    const targets = program.targetsOf(callee.type as FunctionType).map((f) => definitionFor(program, f, instr));
    const bodies = [...new Set(targets.filter((f) => f !== null))];
    return { bodies, others: bodies.length === 0 || targets.includes(null) };
  }
  const definition = definitionFor(program, callee.function, instr);
  // A function with a built-in effect needs no model.
  const known = definition && isModel(definition) && describeLibrary(instr);
  return definition && !known ? { bodies: [definition], others: false } : { bodies: [], others: true };
}

/** A model that writes no variable and calls no function but intrinsics that read or choose has no effect of its own. */
const isPlain = ({ body }: FunctionSymbol): boolean =>
  body!.blocks.every(({ instrs }) => instrs.every((i) => isWithoutEffect(i)));

function isWithoutEffect(i: Instr): boolean {
  if (i.kind === 'assign') return rootOf(i.place)?.kind !== 'global' && i.place.kind === 'var';
  if (i.kind !== 'call') return true;
  const effect = describeLibrary(i)?.kind;
  return (
    effect === 'read' || effect === 'harmless' || (i.callee.kind === 'direct' && i.callee.function.name === OPTIONAL)
  );
}

/** Reads a string unless the pointer is null. */
const OPTIONAL = 'read_optional';

class SceneMaker {
  private readonly functions = new Map<FunctionSymbol, SceneFunction>();
  private readonly globals = new Set<GlobalVariable>();
  private readonly addressed = new Set<GlobalVariable>();
  private readonly fields = new Map<number, string>();
  private readonly sites: CallSite[] = [];
  private readonly sizes = new Set<number>();
  private readonly readers = new Set<CallInstr>();
  /** Functions that allocate a size given by a parameter. */
  private readonly allocators = new Set<FunctionSymbol>();
  private pointerSize = 8;

  constructor(private readonly program: Program) {}

  addFunction(symbol: FunctionSymbol): void {
    if (this.functions.has(symbol)) return;
    const { body, boxes } = putIntoBoxes(symbol.body!, (call) => !calleesOf(this.program, call).others);
    const hidden = new Set(boxes.map((b) => b.pointer));
    const pointers = body.variables.filter(
      (v) => hidden.has(v) || (isPointer(v.type) && !v.addressTaken && !v.ownsBlock),
    );
    this.functions.set(symbol, { symbol, body, liveness: new Liveness(body), pointers, boxes });
    for (const { variable } of boxes) {
      this.sizes.add(variable.type.size);
      if (isPointer(variable.type)) this.fields.set(0, this.fields.get(0) ?? '*');
    }
    for (const block of body.blocks) {
      this.findReaders(symbol.body!.blocks[block.id]!, block);
      block.instrs.forEach((instr, index) => {
        this.instr(instr);
        if (instr.kind === 'call') this.call(symbol, instr, block.id, index);
      });
      this.terminator(block.terminator);
    }
  }

  private call(caller: FunctionSymbol, instr: CallInstr, block: number, index: number): void {
    const effect = describeLibrary(instr);
    if (effect?.kind === 'allocate' && effect.size >= 0) this.sizes.add(effect.size);
    else if (effect?.kind === 'allocate') this.allocators.add(caller);
    if (this.readers.has(instr)) return;
    for (const callee of calleesOf(this.program, instr).bodies) {
      this.sites.push({ id: this.sites.length, caller, callee, block, index, instr });
      this.addFunction(callee);
    }
  }

  /** The three-address form keeps the calls of a block in order, but hides which arguments are literals. */
  private findReaders(before: Block, after: Block): void {
    const calls = (b: Block) => b.instrs.filter((i) => i.kind === 'call');
    const originals = calls(before);
    calls(after).forEach((instr, i) => {
      const original = originals[i]!;
      if (original.callee.kind !== 'direct') return;
      const definition = this.program.definitionOf(original.callee.function);
      if (!definition || !isModel(definition) || describeLibrary(original)) return;
      if (printsToStandardStream(original) || (onlyReadsLiterals(original) && isPlain(definition)))
        this.readers.add(instr);
    });
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
    if (t.kind === 'switch') this.expr(t.value);
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
    if (isPointer(p.type)) this.pointerSize = p.type.size;
    if (cell && isPointer(p.type)) this.fields.set(cell.offset, fieldName(p, this.fields.get(cell.offset)));
    if (p.kind === 'deref') return this.expr(p.pointer);
    this.place(p.base);
  }

  /** A global may be initialised with the address of another. */
  private initializers(): void {
    for (const { globals } of this.program.units) {
      for (const { initializer } of globals) {
        for (const { value } of initializer ?? []) if (value.kind !== 'string') this.expr(value);
      }
    }
  }

  /** The constant sizes that allocating functions may be called with. */
  private askedSizes(): void {
    for (const { callee, instr } of this.sites) {
      if (!this.allocators.has(callee)) continue;
      for (const a of instr.args) if (a.kind === 'int' && a.value > 0n) this.sizes.add(Number(a.value));
    }
  }

  finish(entry: FunctionSymbol): Scene {
    this.initializers();
    this.askedSizes();
    const own = [...this.globals].filter((g) => !this.addressed.has(g));
    const globals = own.filter((g) => isPointer(g.type));
    const integers = own.filter((g) => isInteger(g.type) && (g.type.quals & VOLATILE) === 0);
    const { program, functions, fields, sites, sizes, readers, pointerSize } = this;
    return {
      program,
      entry,
      functions,
      globals,
      integers,
      fields: new Map([...fields].sort((a, b) => a[0] - b[0])),
      links: findLinks([...functions.values()]),
      sites,
      sizes,
      readers,
      pointerSize,
    };
  }
}

function fieldName(p: Place, known: string | undefined): string {
  return known ?? (p.kind === 'field' && p.field.name ? p.field.name : '*');
}

/** Does the caller need the variable's current value after the call, if only to store the result? */
export function isNeededBehind(
  { block, index, instr: { result } }: CallSite,
  caller: SceneFunction,
  v: LocalVariable,
): boolean {
  if (v.ownsBlock) return true;
  if (result?.kind === 'var')
    return result.variable !== v && caller.liveness.behind(caller.body.blocks[block]!, index).has(v);
  const stored = result
    ? variablesIn({ kind: 'load', place: result, type: result.type, at: result.at, end: result.end })
    : null;
  return (stored?.has(v) ?? false) || caller.liveness.behind(caller.body.blocks[block]!, index).has(v);
}

/** Do two different pointer fields share bytes? Then a store to one changes the other. */
export function fieldsOverlap({ fields, pointerSize }: Scene): boolean {
  const offsets = [...fields.keys()];
  return offsets.some((a, i) => i > 0 && a - offsets[i - 1]! < pointerSize);
}
