// The linked program: the definition that a name refers to, the objects of globals, the targets of function pointers.
// Made from units before a run starts; used by the compiler for every symbol it meets.

import { plainSymbol } from '../ir/formats.js';
import type { Block } from '../ir/instr.js';
import { hasBody } from '../ir/link.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf } from '../ir/program.js';
import { fail, obstruct } from './incidents.js';
import { initialize } from './initialize.js';
import type { Native } from './library.js';
import type { Linkage } from './linkage.js';
import type { Memory } from './memory.js';
import type { RunOptions } from './options.js';
import { isPoisoned, makePointer, objectOf, offsetOf } from './pointer.js';
import { makeStranger } from './strangers.js';
import type { Int } from './wide.js';

/** What a call of a symbol runs. */
export type Callable =
  | { readonly kind: 'code'; readonly symbol: FunctionSymbol }
  | { readonly kind: 'native'; readonly native: Native };

export class LinkedProgram {
  private readonly addresses = new Map<GlobalVariable, number>();
  private readonly functionPointers = new Map<FunctionSymbol | string, number>();
  private readonly callables = new Map<number, Callable>();
  private readonly labels: Block[] = [];
  private labelObject = 0;

  constructor(
    readonly linkage: Linkage,
    private readonly memory: Memory,
    private readonly library: ReadonlyMap<string, Native>,
    /** Makes the variables that the library itself defines, such as `stdout`; null if it does not know the name. */
    private readonly makeLibraryVariable: (name: string) => number | null,
    private readonly strangers: NonNullable<RunOptions['strangers']>,
  ) {}

  /** Allocates and initialises every global variable. */
  load(): void {
    const { units } = this.linkage;
    for (const unit of units) for (const g of unit.globals) if (this.definitionOf(g) === g) this.allocate(g);
    const defined = units.flatMap((u) => u.globals.filter((g) => g.defined && this.definitionOf(g) === g));
    // A compound literal may be copied whole into another variable, so literals come first.
    for (const g of defined) if (g.literal) initialize(this, this.memory, g);
    for (const g of defined) if (!g.literal) initialize(this, this.memory, g);
    for (const g of defined) if (g.literal) this.memory.makeReadOnly(objectOf(this.addressOf(g)));
  }

  /** Functions that run before `main`, in order of appearance. */
  constructors(): FunctionSymbol[] {
    return this.linkage.units.flatMap((u) => u.functions.filter((f) => f.attributes.constructor && hasBody(f)));
  }

  destructors(): FunctionSymbol[] {
    return this.linkage.units.flatMap((u) => u.functions.filter((f) => f.attributes.destructor && hasBody(f)));
  }

  /** The definition of the program, else that of the library, else a stand-in. */
  resolve(symbol: FunctionSymbol): Callable {
    const definition = this.linkage.definitionOf(symbol);
    if (definition) return { kind: 'code', symbol: definition };
    const native = this.findNative(symbol.attributes.alias ?? plainSymbol(symbolOf(symbol)));
    if (!native && hasBody(symbol)) return { kind: 'code', symbol };
    return { kind: 'native', native: native ?? this.makeUnknown(symbol) };
  }

  /** The target of a call through the pointer. */
  targetOf(pointer: Int): Callable {
    const id = objectOf(pointer);
    const target = this.callables.get(id);
    if (target) return target;
    if (pointer === 0) fail('null-dereference', 'call through a null pointer');
    if (isPoisoned(pointer)) fail('uninitialized-pointer', 'call through an uninitialised pointer');
    return fail(
      'invalid-pointer',
      'call through a pointer that does not point to a function',
      this.memory.info[id] ? id : 0,
    );
  }

  functionPointer(symbol: FunctionSymbol): number {
    const target = this.resolve(symbol);
    if (target.kind === 'native' && symbol.attributes.weak && !this.findNative(symbolOf(symbol))) return 0;
    const key = target.kind === 'code' ? target.symbol : target.native.name;
    const known = this.functionPointers.get(key);
    if (known !== undefined) return known;
    const pointer = makePointer(this.memory.allocate(1, 'function', symbol, null), 0);
    this.functionPointers.set(key, pointer);
    this.callables.set(objectOf(pointer), target);
    return pointer;
  }

  addressOf(variable: GlobalVariable): number {
    const definition = this.definitionOf(variable);
    const known = this.addresses.get(definition);
    if (known !== undefined) return known;
    if (definition.weak) return 0;
    const made = this.makeLibraryVariable(definition.name) ?? this.makeUndefined(definition);
    this.addresses.set(definition, made);
    return made;
  }

  /** Labels share one object, so that tables of differences between them work. */
  labelPointer(block: Block): number {
    if (this.labelObject === 0) this.labelObject = this.memory.allocate(1 << 20, 'label', null, null);
    let index = this.labels.indexOf(block);
    if (index < 0) index = this.labels.push(block) - 1;
    return makePointer(this.labelObject, index * 16);
  }

  labelOf(pointer: Int): Block {
    const block = objectOf(pointer) === this.labelObject ? this.labels[offsetOf(pointer) / 16] : undefined;
    return block ?? fail('invalid-pointer', 'computed goto to an address that is not a label');
  }

  /** The objects of variables with static storage. */
  variables(): ReadonlyMap<GlobalVariable, number> {
    return this.addresses;
  }

  private findNative(name: string): Native | undefined {
    const { library } = this;
    return (
      library.get(name) ?? library.get(name.replace(/^__builtin_/, '')) ?? library.get(name.replace(REDIRECTED, '$1$2'))
    );
  }

  private makeUnknown(symbol: FunctionSymbol): Native {
    const name = plainSymbol(symbolOf(symbol));
    const reason = this.linkage.lost.get(symbol.name);
    const stranger = this.strangers === 'pass' && !reason ? makeStranger(symbol) : null;
    if (stranger) return stranger;
    const message = reason ? `function ${name} could not be read: ${reason}` : `unknown function ${name}`;
    return { name, run: () => obstruct('unknown-function', message), callsBack: false };
  }

  private definitionOf(g: GlobalVariable): GlobalVariable {
    return this.linkage.variableOf(g);
  }

  private allocate(g: GlobalVariable): void {
    if (!g.defined || this.addresses.has(g)) return;
    const kind = g.literal ? 'literal' : 'static';
    this.addresses.set(g, this.memory.allocateZeroed(sizeOf(g), kind, g, null));
  }

  /** A variable that no unit defines: its address exists, its contents do not. */
  private makeUndefined(g: GlobalVariable): number {
    return makePointer(this.memory.allocate(Math.max(0, g.type.size), 'undefined', g, null), 0);
  }
}

/** What headers make of the name of a function for large files (`fopen64`, `readdir64_r`) and for POSIX (`__xpg_basename`). */
const REDIRECTED = /^(?:__xpg_)?(.*?)(?:64(_r)?)?$/;

/** An initialised flexible array member makes a variable longer than its type. */
function sizeOf(g: GlobalVariable): number {
  let size = Math.max(0, g.type.size);
  for (const { offset, type, value } of g.initializer ?? []) {
    const length = type.size >= 0 ? type.size : value.kind === 'string' ? value.bytes.length : 0;
    size = Math.max(size, offset + length);
  }
  return size;
}
