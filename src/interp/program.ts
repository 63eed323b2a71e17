// The linked program: the definition that a name refers to, the objects of globals, the targets of function pointers.
// Made from units before a run starts; used by the compiler for every symbol it meets.

import { plainSymbol } from '../ir/formats.js';
import type { Block } from '../ir/instr.js';
import { hasBody } from '../ir/link.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf } from '../ir/program.js';
import type { Types } from '../types/basic-types.js';
import type { FunctionType } from '../types/types.js';
import type { Given } from './given/given.js';
import { fail, obstruct } from './incidents.js';
import { initialize } from './initialize.js';
import { sharedByModels } from './libc/intrinsics.js';
import type { Native } from './library.js';
import type { Linkage } from './linkage.js';
import type { Memory } from './memory.js';
import type { RunOptions } from './options.js';
import { isPoisoned, makePointer, objectOf, offsetOf } from './pointer.js';
import { makeAnswer, makeStranger, PARTING } from './strangers.js';
import type { Int } from './wide.js';

/** What a call of a symbol runs. */
export type Callable =
  | { readonly kind: 'code'; readonly symbol: FunctionSymbol }
  | { readonly kind: 'native'; readonly native: Native };

export class LinkedProgram {
  private readonly addresses = new Map<GlobalVariable, number>();
  private readonly functionPointers = new Map<FunctionSymbol | string, number>();
  private readonly callables = new Map<number, Callable>();
  /** Functions of the input. */
  private readonly unknown: number[] = [];
  private readonly labels: Block[] = [];
  private labelObject = 0;

  constructor(
    readonly linkage: Linkage,
    private readonly memory: Memory,
    private readonly library: ReadonlyMap<string, Native>,
    /** Makes the variables that the library itself defines, such as `stdout`; null if it does not know the name. */
    private readonly makeLibraryVariable: (name: string) => number | null,
    private readonly strangers: NonNullable<RunOptions['strangers']>,
    /** The input of a run that begins at a function, whose variables are made when they are first mentioned. */
    private readonly given: () => Given | null,
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
    const shared = definition && this.given() ? this.sharedByModels(definition) : null;
    if (shared) return { kind: 'native', native: shared };
    if (definition) return { kind: 'code', symbol: definition };
    const model = this.linkage.modelOf(symbol);
    if (model && SYSTEM.has(symbolOf(symbol))) return { kind: 'code', symbol: model };
    const native = this.findNative(symbol.attributes.alias ?? plainSymbol(symbolOf(symbol)));
    if (!native && (model || hasBody(symbol))) return { kind: 'code', symbol: model ?? symbol };
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

  /** A pointer to a function of the input that is not part of the program. */
  unknownFunction(name: string, type: FunctionType): number {
    const pointer = makePointer(this.memory.allocate(1, 'function', null, null), 0);
    this.callables.set(objectOf(pointer), { kind: 'native', native: makeAnswer(name, type) });
    this.unknown.push(objectOf(pointer));
    return pointer;
  }

  /** Before the next run of compiled code from a function: variables and functions of the input are made again when they are mentioned. */
  forgetInput(): void {
    this.addresses.clear();
    for (const id of this.unknown) this.callables.delete(id);
    this.unknown.length = 0;
  }

  addressOf(variable: GlobalVariable): number {
    const definition = this.definitionOf(variable);
    const known = this.addresses.get(definition);
    if (known !== undefined) return known;
    const given = this.given();
    if (given && definition.defined) return this.loadOne(definition, given);
    if (definition.weak) return 0;
    const library = this.makeLibraryVariable(definition.name);
    if (library === null && given) return this.loadOne(definition, given);
    const made = library ?? this.makeUndefined(definition);
    this.addresses.set(definition, made);
    return made;
  }

  private loadOne(g: GlobalVariable, given: Given): number {
    const pointer = this.memory.allocateZeroed(
      this.linkage.images.of(g).size,
      g.literal ? 'literal' : 'static',
      g,
      null,
    );
    this.addresses.set(g, pointer);
    initialize(this, this.memory, g);
    given.enter(g, pointer);
    if (g.literal) this.memory.makeReadOnly(objectOf(pointer));
    return pointer;
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

  get types(): Types {
    return this.linkage.units[0]!.types;
  }

  /** The objects of variables with static storage. */
  variables(): ReadonlyMap<GlobalVariable, number> {
    return this.addresses;
  }

  private sharedByModels({ name, body }: FunctionSymbol): Native | null {
    const run = Object.hasOwn(sharedByModels, name) ? sharedByModels[name] : undefined;
    return run && this.linkage.isModel(body!) ? { name, run, callsBack: false } : null;
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
    if (this.given() && !PARTING.test(name)) return makeAnswer(name, symbol.type, symbol.attributes.noreturn);
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
    this.addresses.set(g, this.memory.allocateZeroed(this.linkage.images.of(g).size, kind, g, null));
  }

  /** A variable that no unit defines: its address exists, its contents do not. */
  private makeUndefined(g: GlobalVariable): number {
    return makePointer(this.memory.allocate(Math.max(0, g.type.size), 'undefined', g, null), 0);
  }
}

/** Functions whose effect on the world outside is one of several: their models choose, and know what they allocate. */
const SYSTEM: ReadonlySet<string> = new Set(
  'fopen fopen64 fdopen freopen fclose popen pclose tmpfile tmpfile64 opendir fdopendir closedir readdir readdir64 open open64 openat creat close read pread write stat lstat fstat access getenv secure_getenv getpwnam getpwuid getgrnam getgrgid getaddrinfo freeaddrinfo socket accept connect bind listen recv recvfrom send dup dup2 pipe fork getcwd realpath mmap munmap time rand random'.split(
    ' ',
  ),
);

/**
 * What headers make of the name of a function for large files (`fopen64`, `readdir64_r`) and for POSIX (`__xpg_basename`), and
 * streams that the caller has locked (`fwrite_unlocked`).
 */
const REDIRECTED = /^(?:__xpg_)?(.*?)(?:64(_r)?)?(?:_unlocked)?$/;
