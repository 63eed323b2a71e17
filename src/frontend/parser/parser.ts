// The parser's state: a cursor over the tokens, the scopes, the current function, and the failure mode.
// The productions are functions in the files beside this one; each takes the parser as its first argument.

import { type Diagnostic, type DiagnosticCode, diagnostic } from '../../base/diagnostics.js';
import type { SourceText } from '../../base/source.js';
import type { Types } from '../../types/basic-types.js';
import type { ArrayType, CType, EnumType, RecordType } from '../../types/types.js';
import type { Declared, FunctionSymbol, Initializer, LabelSymbol, ObjectDefinition, ObjectSymbol } from '../ast.js';
import type { Tokens } from '../lexer.js';
import type { Name, NameTable } from '../names.js';
import { T } from '../tokens.js';
import type { Checker } from '../typecheck/checker.js';

/** The state while a function body is parsed. */
export interface FunctionContext {
  readonly symbol: FunctionSymbol;
  readonly result: CType;
  /** Labels by name; `__label__` opens an inner table. */
  readonly labels: Map<string, LabelSymbol>[];
  /** Promoted types of the enclosing switch statements. */
  readonly switches: CType[];
  /** The array of `__func__`, once it is used. */
  functionName: ObjectSymbol | null;
}

/** The limit on nested brackets, statements and declarators; beyond it a declaration is abandoned. */
const DEEPEST = 600;

export class Parser implements Checker {
  pos = 0;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The first error in the current external declaration. */
  failure: Diagnostic | null = null;
  function: FunctionContext | null = null;
  /** Variable length array types since the last declarator started, innermost first. */
  variableTypes: ArrayType[] = [];
  scopeDepth = 0;
  /** Offset of symbols of the prelude, which have no position in the user's text. */
  readonly prelude: boolean;
  /** What the current external declaration has bound so far. */
  readonly boundAtFileScope: { name: Name | null; names: number; tags: number } = { name: null, names: 0, tags: 0 };
  private nesting = 0;
  private readonly journal: JournalEntry[] = [];
  private readonly marks: number[] = [];

  constructor(
    readonly source: SourceText,
    readonly tokens: Tokens,
    readonly names: NameTable,
    readonly types: Types,
    /** Functions and objects with linkage, wherever they were declared. */
    readonly linked: Map<string, ObjectSymbol | FunctionSymbol>,
    /** Called for every defined object with static storage. */
    private readonly defineObject: (definition: ObjectDefinition) => void,
    mode: 'program' | 'prelude',
  ) {
    this.kinds = tokens.kinds;
    this.starts = tokens.starts;
    this.ends = tokens.ends;
    this.prelude = mode === 'prelude';
  }

  // ---- the cursor ----------------------------------------------------------------------------------------------

  at(kind: T): boolean {
    return this.kinds[this.pos] === kind;
  }

  peek(ahead: number): T {
    return this.kinds[Math.min(this.pos + ahead, this.tokens.count - 1)]!;
  }

  /** Offset of the start of the current token, and of the end of the previous one. */
  start(): number {
    return this.starts[this.pos]!;
  }

  lastEnd(): number {
    return this.pos === 0 ? 0 : this.ends[this.pos - 1]!;
  }

  accept(kind: T): boolean {
    if (this.kinds[this.pos] !== kind) return false;
    this.pos++;
    return true;
  }

  expect(kind: T, what: string): void {
    if (this.kinds[this.pos] === kind) this.pos++;
    else this.syntax(`expected ${what}`);
  }

  /** The identifier at the cursor, which does not move. */
  name(ahead = 0): Name {
    return this.names.names[this.tokens.names[this.pos + ahead]!]!;
  }

  text(position = this.pos): string {
    const { bytes } = this.source;
    const at = this.starts[position]!;
    return Buffer.from(bytes.buffer, bytes.byteOffset + at, this.ends[position]! - at).toString('utf8');
  }

  /** An identifier that is a keyword unless declared (`bool`, `asm`, …) becomes one now. */
  resolveContextual(): T {
    const kind = this.kinds[this.pos]!;
    if (kind !== T.Identifier) return kind;
    const name = this.name();
    if (name.contextual === T.Identifier || name.ordinary !== null) return kind;
    this.kinds[this.pos] = name.contextual;
    return name.contextual;
  }

  // ---- failing -------------------------------------------------------------------------------------------------

  /** After a failure the cursor is at the end of input, so that every production returns at once. */
  fail(code: DiagnosticCode, message: string, at: number): void {
    if (this.failure) return;
    this.failure = diagnostic(code, message, this.source.locate(at));
    this.pos = this.tokens.count - 1;
  }

  syntax(message: string): void {
    if (this.failure) return;
    const error = this.at(T.Invalid) ? this.errorAt(this.start()) : null;
    if (error) this.fail('syntax', error, this.start());
    else if (this.at(T.End)) this.fail('syntax', `${message} before the end of input`, this.start());
    else this.fail('syntax', `${message} before '${this.text().slice(0, 40)}'`, this.start());
  }

  /** The lexer's error at an offset; errors are in the order of the text. */
  private errorAt(offset: number): string | null {
    const { errors } = this.tokens;
    let low = 0;
    let high = errors.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (errors[middle]!.at < offset) low = middle + 1;
      else high = middle;
    }
    return errors[low]?.at === offset ? errors[low]!.message : null;
  }

  /** Guards recursion: false, with a diagnostic, where nesting is too deep. Pair with `leave`. */
  enter(): boolean {
    if (++this.nesting <= DEEPEST) return true;
    this.fail('too-deep', `more than ${DEEPEST} levels of nesting`, this.start());
    return false;
  }

  leave(): void {
    this.nesting--;
  }

  /** Clears a failure and all scopes it left open. */
  recover(position: number): void {
    this.failure = null;
    this.function = null;
    this.variableTypes = [];
    this.nesting = 0;
    while (this.scopeDepth > 0) this.closeScope();
    this.pos = position;
  }

  // ---- scopes --------------------------------------------------------------------------------------------------

  openScope(): void {
    this.scopeDepth++;
    this.marks.push(this.journal.length);
  }

  closeScope(): void {
    const mark = this.marks.pop() ?? 0;
    while (this.journal.length > mark) {
      swap(this.journal.pop()!);
    }
    this.scopeDepth--;
  }

  /** Parses something at `position` as if no inner scope were open; then everything is as before. */
  atFileScope(position: number, parse: () => void): void {
    const { pos, failure, function: context, variableTypes, scopeDepth, nesting, journal } = this;
    const bound = { ...this.boundAtFileScope };
    const open = journal.length;
    for (let i = open - 1; i >= 0; i--) swap(journal[i]!);
    Object.assign(this, { pos: position, failure: null, function: null, variableTypes: [], scopeDepth: 0, nesting: 0 });
    parse();
    for (let i = 0; i < open; i++) swap(journal[i]!);
    Object.assign(this, { pos, failure, function: context, variableTypes, scopeDepth, nesting });
    Object.assign(this.boundAtFileScope, bound);
  }

  /** Parses the declarations of a name at file scope that wait. */
  settle(name: Name): void {
    if (name.later === null && this.scopeDepth === 0) return;
    const hidden = this.journal.find((entry) => entry.name === name)?.later;
    (name.later ?? hidden)?.settle(name);
  }

  bind(name: Name, symbol: Declared): void {
    this.record(name);
    if (this.scopeDepth === 0) {
      if (name.later !== null) name.later.settle(name);
      name.isType = symbol.kind === 'typedef';
      this.boundAtFileScope.name = name;
      this.boundAtFileScope.names++;
    }
    name.later = null;
    name.meaning = symbol;
    name.ordinaryDepth = this.scopeDepth;
  }

  bindTag(name: Name, tag: RecordType | EnumType): void {
    this.record(name);
    if (this.scopeDepth === 0) this.boundAtFileScope.tags++;
    name.tag = tag;
    name.tagDepth = this.scopeDepth;
  }

  private record(name: Name): void {
    if (this.scopeDepth === 0) return;
    const { meaning, later, ordinaryDepth, tag, tagDepth } = name;
    this.journal.push({ name, meaning, later, ordinaryDepth, tag, tagDepth });
  }

  /** Defines an object with static storage. */
  define(symbol: ObjectSymbol, initializer: Initializer | null): void {
    this.defineObject({ kind: 'object-definition', scope: this.function ? 'function' : 'file', symbol, initializer });
  }

  /** Does the token `ahead` start a type name or declaration specifiers? */
  startsType(ahead = 0): boolean {
    const kind = this.peek(ahead);
    if (kind === T.Identifier) {
      const name = this.name(ahead);
      if (name.ordinary !== null) return name.ordinary.kind === 'typedef';
      return name.contextual >= T.Typedef && name.contextual <= T.AutoType;
    }
    if (kind === T.Extension) return this.startsType(ahead + 1);
    return kind >= T.Typedef && kind <= T.AutoType;
  }
}

/** What a name means in the scope around one that declares it. */
interface JournalEntry extends Pick<Name, 'meaning' | 'later' | 'ordinaryDepth' | 'tag' | 'tagDepth'> {
  readonly name: Name;
}

/** What the entry keeps becomes what the name means, and the other way round. */
function swap(entry: JournalEntry): void {
  const { name } = entry;
  const { meaning, later, ordinaryDepth, tag, tagDepth } = name;
  name.meaning = entry.meaning;
  name.later = entry.later;
  name.ordinaryDepth = entry.ordinaryDepth;
  name.tag = entry.tag;
  name.tagDepth = entry.tagDepth;
  entry.meaning = meaning;
  entry.later = later;
  entry.ordinaryDepth = ordinaryDepth;
  entry.tag = tag;
  entry.tagDepth = tagDepth;
}

/** The position after the bracket that matches the one at `position`, or the end of input. */
export function skipBalanced(kinds: Uint8Array, position: number, count: number): number {
  let depth = 0;
  for (let i = position; i < count - 1; i++) {
    const kind = kinds[i]!;
    if (kind === T.LeftParen || kind === T.LeftBrace || kind === T.LeftBracket) depth++;
    else if (kind === T.RightParen || kind === T.RightBrace || kind === T.RightBracket) {
      if (--depth === 0) return i + 1;
    }
  }
  return count - 1;
}
