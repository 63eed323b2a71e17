// Lowers a translation unit while it is parsed: symbols of the AST to those of the IR, initialisers, function bodies.
// A function that cannot be lowered is reported and treated as unknown code, like one that cannot be parsed.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { SourceText } from '../../base/source.js';
import type {
  FunctionSymbol as AstFunction,
  FunctionDefinition,
  ObjectDefinition,
  ObjectSymbol,
  StringLiteral,
} from '../../frontend/ast.js';
import type { UnitSink } from '../../frontend/parser/unit.js';
import type { Types } from '../../types/basic-types.js';
import { type FunctionAttributes, noPromises } from '../../types/operators.js';
import { type ArrayType, type CType, FunctionType } from '../../types/types.js';
import type { Callee } from '../instr.js';
import { type FunctionSymbol, type GlobalVariable, type LostFunction, symbolOf } from '../program.js';
import { FunctionBuilder } from './builder.js';
import { markChanged } from './changed.js';
import { lowerFunction } from './function.js';
import { lowerStatic, paddedString } from './initializers.js';

export class UnitLowering implements UnitSink {
  readonly functions: FunctionSymbol[] = [];
  readonly globals: GlobalVariable[] = [];
  readonly lost: LostFunction[] = [];
  readonly diagnostics: Diagnostic[] = [];
  private readonly functionMap = new Map<AstFunction, FunctionSymbol>();
  private readonly globalMap = new Map<ObjectSymbol, GlobalVariable>();
  private readonly externals = new Map<string, GlobalVariable>();
  private readonly internalNames = new Map<string, number>();
  /** Static locals and literals of the function being parsed, whose initialisers may name its labels. */
  private pending: ObjectDefinition[] = [];
  private strings = 0;
  private builtins = new Map<string, FunctionSymbol>();

  constructor(
    readonly source: SourceText,
    readonly types: Types,
  ) {}

  // ---- callbacks of the parser ----------------------------------------------------------------------------------

  defineObject(definition: ObjectDefinition): void {
    if (definition.scope === 'function') this.pending.push(definition);
    else this.initialize(definition, null);
  }

  defineFunction(definition: FunctionDefinition): void {
    const symbol = this.functionOf(definition.symbol);
    const builder = new FunctionBuilder(this, symbol.name);
    const failure = this.attempt(definition, () => {
      symbol.body = lowerFunction(builder, definition, symbol);
      this.flush(builder);
    });
    if (failure) this.loseFunction(symbol.name, definition.symbol, failure);
  }

  loseFunction(name: string, symbol: AstFunction | null, reason: Diagnostic): void {
    if (symbol) this.functionOf(symbol).body = null;
    this.pending = [];
    this.lost.push({ name, reason });
    const { message, location } = reason;
    this.diagnostics.push(
      reason,
      diagnostic('function-lost', `function '${name}' is not analysed: ${message}`, location),
    );
  }

  complain(d: Diagnostic): void {
    this.diagnostics.push(d);
  }

  /** The end of the unit: attributes of later declarations are copied to earlier symbols. */
  finish(linked: Iterable<ObjectSymbol | AstFunction>): void {
    const symbols = [...linked];
    for (const symbol of symbols) if (symbol.kind === 'function' && symbol.attributes.alias) this.functionOf(symbol);
    for (const symbol of symbols) {
      const other = symbol.kind === 'function' ? this.sharedFunction(symbol) : this.sharedVariable(symbol);
      if (other !== null) this.loseName(symbol, other);
    }
    for (const [symbol, variable] of this.globalMap) {
      variable.type = symbol.type;
      variable.defined ||= symbol.defined;
      variable.weak ||= symbol.weak;
    }
    for (const [ast, symbol] of this.functionMap) {
      symbol.type = ast.type;
      symbol.addressTaken = ast.addressTaken;
    }
    markChanged(this);
  }

  /** Linking resolves `asm("name")`, except to a symbol that only the assembler of this unit could resolve. */
  private sharedFunction(ast: AstFunction): string | null {
    const { label } = ast.attributes;
    if (label === null || label === ast.name) return null;
    const own = this.functionMap.get(ast);
    const twin = (f: FunctionSymbol) => f !== own && symbolOf(f) === label && f.body && !f.attributes.standIn;
    const clash = this.functions.some((f) => twin(f) && (own?.body || f.linkage === 'internal'));
    return clash || this.globals.some((g) => g.name === label && g.defined) ? label : null;
  }

  /** `asm("name")` on a variable makes it the one of that name, if types agree: see globalOf. */
  private sharedVariable(symbol: ObjectSymbol): string | null {
    const other = symbol.alias ?? symbol.label;
    if (other === null || other === symbol.name) return null;
    const own = this.globalMap.get(symbol);
    const isTwin = ([known, variable]: [ObjectSymbol, GlobalVariable]) =>
      known !== symbol && variable !== own && linkedName(known) === other;
    const isOther = symbol.alias !== null || (own !== undefined && own.name !== linkedName(symbol));
    const isKnown = [...this.globalMap].some(isTwin) || this.functions.some((f) => symbolOf(f) === other);
    return isKnown || isOther ? other : null;
  }

  /** An alias would become a separate object, and accesses through it would be missed: the name counts as lost. */
  private loseName({ name, at }: ObjectSymbol | AstFunction, other: string): void {
    const message = `'${name}' is an alias of '${other}', which is not supported`;
    const reason = diagnostic('unsupported-c', message, this.source.locate(at));
    this.lost.push({ name, reason });
    this.diagnostics.push(reason);
  }

  private flush(builder: FunctionBuilder): void {
    const pending = this.pending;
    this.pending = [];
    for (const definition of pending) this.initialize(definition, builder);
  }

  private initialize({ symbol, initializer }: ObjectDefinition, builder: FunctionBuilder | null): void {
    const variable = this.globalOf(symbol, builder?.name ?? '');
    variable.defined = true;
    variable.type = symbol.type;
    if (!initializer) return;
    const values = lowerStatic(builder ?? new FunctionBuilder(this, ''), initializer, symbol.type);
    if (values) {
      variable.initializer = values;
      return;
    }
    const message = `the initialiser of '${symbol.name}' is not constant`;
    this.diagnostics.push(diagnostic('type', message, this.source.locate(symbol.at)));
  }

  /** A stack overflow on a very deep expression loses the function, not the unit. */
  private attempt(definition: FunctionDefinition, lower: () => void): Diagnostic | null {
    try {
      lower();
      return null;
    } catch (error) {
      if (error instanceof RangeError && /call stack/.test(error.message)) {
        return diagnostic('too-deep', 'an expression is nested too deeply', this.source.locate(definition.at));
      }
      if (error instanceof LoweringFailure) {
        return diagnostic('unsupported-c', error.message, this.source.locate(error.at));
      }
      throw error;
    }
  }

  // ---- symbols -------------------------------------------------------------------------------------------------

  functionOf(ast: AstFunction): FunctionSymbol {
    const known = this.functionMap.get(ast);
    if (known) return known;
    const { name, type, attributes, addressTaken, at } = ast;
    const linkage = ast.inlineOnly ? 'internal' : ast.linkage;
    const symbol: FunctionSymbol = { kind: 'function', name, linkage, type, attributes, addressTaken, body: null, at };
    this.functionMap.set(ast, symbol);
    this.functions.push(symbol);
    return symbol;
  }

  globalOf(symbol: ObjectSymbol, functionName: string): GlobalVariable {
    const known = this.globalMap.get(symbol);
    if (known) return known;
    const external = symbol.linkage === 'external';
    const name = symbol.linkage === 'none' ? this.uniqueName(symbol.name, functionName) : linkedName(symbol);
    const same = external ? this.externals.get(name) : undefined;
    if (same?.type === symbol.type) {
      this.globalMap.set(symbol, same);
      return same;
    }
    const variable: GlobalVariable = {
      kind: 'global',
      name,
      linkage: external ? 'external' : 'internal',
      type: symbol.type,
      defined: symbol.defined,
      initializer: null,
      literal: false,
      threadLocal: symbol.threadLocal,
      weak: symbol.weak,
      changed: false,
      at: symbol.at,
    };
    this.globalMap.set(symbol, variable);
    if (external) this.externals.set(name, variable);
    this.globals.push(variable);
    return variable;
  }

  private uniqueName(name: string, functionName: string): string {
    const plain = functionName ? `${functionName}.${name || 'literal'}` : `.${name || 'literal'}`;
    const count = (this.internalNames.get(plain) ?? 0) + 1;
    this.internalNames.set(plain, count);
    return count === 1 && name ? plain : `${plain}.${count}`;
  }

  /** `__builtin_va_arg`, returning `type`. */
  vaArgOf(type: CType): Callee {
    const symbol = this.builtin('__builtin_va_arg', new FunctionType(this.types.void, null, false));
    return { kind: 'direct', function: symbol, type: new FunctionType(type, null, false) };
  }

  /** The special case of a function that formats.ts describes by its symbol. */
  specialCase({ name, type, attributes }: FunctionSymbol, symbol: string): FunctionSymbol {
    const known = this.builtins.get(symbol);
    if (known) return known;
    const promises = { ...noPromises(), noreturn: attributes.noreturn, label: symbol };
    return this.addBuiltin(symbol, name, type, promises);
  }

  /** `__builtin_alloca`, which allocates variable length arrays. */
  allocaCallee(): Callee {
    const params = [{ name: null, type: this.types.size }];
    const symbol = this.builtin('__builtin_alloca', new FunctionType(this.types.voidPointer, params, false));
    return { kind: 'direct', function: symbol, type: symbol.type };
  }

  private builtin(name: string, type: FunctionType): FunctionSymbol {
    return this.builtins.get(name) ?? this.addBuiltin(name, name, type, noPromises());
  }

  private addBuiltin(key: string, name: string, type: FunctionType, attributes: FunctionAttributes): FunctionSymbol {
    const symbol: FunctionSymbol = {
      kind: 'function',
      name,
      linkage: 'external',
      type,
      attributes,
      addressTaken: false,
      body: null,
      at: -1,
    };
    this.builtins.set(key, symbol);
    this.functions.push(symbol);
    return symbol;
  }

  /** The variable of a string literal, padded or cut to `type`. */
  stringOf(literal: StringLiteral, type: ArrayType): GlobalVariable {
    const variable: GlobalVariable = {
      kind: 'global',
      name: `.string.${this.strings++}`,
      linkage: 'internal',
      type,
      defined: true,
      initializer: [{ offset: 0, type, bits: null, value: { kind: 'string', bytes: paddedString(literal, type) } }],
      literal: true,
      threadLocal: false,
      weak: false,
      changed: false,
      at: literal.at,
    };
    this.globals.push(variable);
    return variable;
  }
}

/** What the linker knows a variable by. */
const linkedName = ({ name, label, linkage }: ObjectSymbol): string => (linkage === 'external' && label) || name;

/** C that lowering does not handle; caught where the function is lowered. */
export class LoweringFailure extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
