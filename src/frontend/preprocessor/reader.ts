// The state of a preprocessor on one unit: the files being read, the macros defined, the expansions under way.
// expand.ts, arguments.ts, directives.ts and the others beside this file work on it; preprocess-unit.ts starts it.

import type { CompilerFacts } from './compiler-facts.js';
import type { Value } from './condition.js';
import type { Dialect } from './dialect.js';
import type { FileTable } from './file-table.js';
import type { IncludeRecords, Recording } from './include-records.js';
import type { Journal } from './journal.js';
import { type Macro, NOTES } from './macros.js';
import type { Printer } from './printer.js';
import type { Found, Missing, SearchPath, Where } from './search-path.js';
import { FIRST, ORIGIN_SHIFT, type Origin, S, SHIFT, Sort, type Spellings, WHITE } from './spellings.js';
import type { Directive, TokenFile } from './token-file.js';

/** What the units of a run share. */
export interface Shared {
  readonly spellings: Spellings;
  readonly files: FileTable;
  /** By the number of the spelling. One array for all units, since it is long: each clears what the one before has defined. */
  readonly macros: (Macro | undefined)[];
  readonly defined: number[];
  readonly journal: Journal;
  readonly records: IncludeRecords;
  /** The values of numbers in conditions; null for what is no integer. */
  readonly integers: Map<number, Value | null>;
}

/** A file that is being read: the main file, or one that is included. */
export interface Entered {
  readonly file: TokenFile;
  /** The absolute path. */
  readonly path: string;
  /** As the program sees it: `__FILE__`, line markers. */
  name: string;
  readonly includedAs: string;
  /** What #line has added to the numbers of lines. */
  shift: number;
  origin: Origin;
  readonly where: Where;
  /** The line behind the #include that is under way. */
  returnLine: number;
  /** The next token, and the next directive. */
  pos: number;
  directive: number;
  /** The conditionals that are open in this file: for each, whether a group of it has been taken. */
  readonly conditions: Condition[];
}

export interface Condition {
  taken: boolean;
  /** After #else there is no other #else or #elif. */
  last: boolean;
}

/** Why a unit is not preprocessed to its end. */
export interface Stop {
  /** `limit`: it would take too much; `error`: by the rules of C; `refused`: the compiler can do it, this preprocessor cannot. */
  readonly kind: 'limit' | 'error' | 'refused';
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** How the next token is looked for (C17 6.10.3). */
export enum Mode {
  Text,
  /** For the parenthesis that makes the name of a function-like macro an invocation. */
  Parenthesis,
  /** For the arguments of an invocation. */
  Arguments,
}

/** The most tokens that one unit may read or make. */
export const MOST_WORK = 30_000_000;
/** The deepest nesting of expansions, as bodies within bodies or as arguments within arguments. */
const DEEPEST_BODIES = 20_000;

/**
 * Hot: contexts (bodies and arguments being rescanned) are ranges of tokens in typed arrays. What expansions make is put
 * into one array, the arena, which is empty again when the outermost expansion has ended: no allocation per token.
 */
export class Reader {
  readonly spellings: Spellings;
  readonly files: FileTable;
  readonly macros: (Macro | undefined)[];
  readonly integers: Map<number, Value | null>;
  private readonly defined: number[];
  stopped: Stop | null = null;

  // The file that is being read, copied from `entered` since it is asked for every token.
  tokens: Int32Array = new Int32Array(0);
  lines: Int32Array = new Int32Array(0);
  columns: Uint16Array = new Uint16Array(0);
  directives: readonly Directive[] = [];
  pos = 0;
  /** The next directive's first token, or the end of the file; within a directive, its end. */
  limit = 0;
  directive = 0;
  entered: Entered | null = null;
  readonly stack: Entered[] = [];
  originBits = 0;
  shift = 0;
  /** Of the token that gcc would have lexed last: it also lexes what macros compute and `##` makes. Strings made by # have it. */
  lexedOrigin = 0;

  // The place of the token that was read last, and of the outermost macro that is being replaced.
  line = 0;
  column = 0;
  invocationLine = 0;
  invocationColumn = 0;
  /** The line of the parenthesis that ends the invocation. */
  invocationEnd = 0;

  mode = Mode.Text;
  inDirective = false;
  /** Above 0, macros are not replaced. */
  frozen = 0;

  // Contexts, innermost last.
  depth = 0;
  sources: Int32Array[] = [];
  positions: Int32Array = new Int32Array(256);
  ends: Int32Array = new Int32Array(256);
  expanding: (Macro | null)[] = [];
  /** The tokens of contexts that have one, by their depth. */
  readonly singles = new Int32Array(DEEPEST_BODIES + 1);
  arena = new Int32Array(1 << 14);
  arenaEnd = 0;
  /** Invocations within arguments of invocations that are being replaced: the arena is in use while there are any. */
  nesting = 0;
  /** What arguments expand to, by nesting. */
  readonly buffers: Int32Array[] = [];
  work = 0;

  /** What the directive that was executed last leaves to do: to enter a file. */
  pending: (() => void) | null = null;
  counter = 0;
  readonly pushed = new Map<number, (Macro | undefined)[]>();
  /** Every file that mattered, and what was found, or not, when files were looked for; with repetitions. */
  readonly read: string[] = [];
  readonly lookups: (Found | Missing)[] = [];
  readonly journal: Journal;
  readonly records: IncludeRecords;
  /** Of the included files that are being read. */
  readonly recordings: Recording[] = [];

  constructor(
    { spellings, files, macros, defined, journal, records, integers }: Shared,
    readonly facts: CompilerFacts,
    readonly path: SearchPath,
    readonly printer: Printer,
    readonly mainFile: string,
    readonly directory: string,
    /** Executes the directive at the cursor. */
    private readonly execute: (r: Reader, directive: Directive) => void,
    /** Ends the file at the cursor. */
    private readonly leave: (r: Reader) => void,
  ) {
    this.spellings = spellings;
    this.files = files;
    for (const id of defined) macros[id] = undefined;
    defined.length = 0;
    this.macros = macros;
    this.defined = defined;
    this.integers = integers;
    this.journal = journal;
    this.records = records;
    journal.reset();
  }

  get dialect(): Dialect {
    return this.facts.dialect;
  }

  /** Nothing is read from here on: every loop over tokens ends at once. */
  stop(kind: Stop['kind'], message: string): void {
    this.stopped ??= { kind, message, file: this.entered?.name ?? this.mainFile, line: this.line };
    while (this.depth > 0) this.popContext();
    this.stack.length = 0;
    this.pos = this.limit;
    this.directive = this.directives.length;
    this.limit = this.pos;
  }

  spend(tokens: number): void {
    this.work += tokens;
    if (this.work > MOST_WORK) this.stop('limit', `preprocessing makes more than ${MOST_WORK} tokens`);
  }

  // ---- tokens of the file --------------------------------------------------------------------------------------

  /** The next token of the file; S.End at its end, at the end of a directive, or where no parenthesis follows. */
  readToken(): number {
    for (;;) {
      const { pos } = this;
      if (pos < this.limit) {
        const token = this.tokens[pos]!;
        this.pos = pos + 1;
        this.line = this.lines[pos]! + this.shift;
        this.column = this.columns[pos]!;
        this.lexedOrigin = this.originBits;
        if ((token & FIRST) === 0) return token | this.originBits;
        if (this.mode === Mode.Text) this.printer.startLine(this.line, this.column, this.originBits);
        return this.mode === Mode.Arguments ? token | WHITE | this.originBits : token | this.originBits;
      }
      if (this.inDirective || this.stopped) return END;
      const directive = this.directives[this.directive];
      if (directive && this.mode !== Mode.Parenthesis) this.execute(this, directive);
      else if (directive || this.mode !== Mode.Text || this.stack.length <= 1) return END;
      else this.leave(this);
    }
  }

  /** Makes `entered` the file to read from. */
  resume(entered: Entered): void {
    const { file } = entered;
    this.entered = entered;
    this.tokens = file.tokens;
    this.lines = file.lines;
    this.columns = file.columns;
    this.directives = file.directives;
    this.pos = entered.pos;
    this.directive = entered.directive;
    this.limit = file.directives[entered.directive]?.hash ?? file.count;
    this.originBits = entered.origin << ORIGIN_SHIFT;
    this.shift = entered.shift;
  }

  /** Keeps the cursor for `resume`. */
  suspend(): void {
    if (!this.entered) return;
    this.entered.pos = this.pos;
    this.entered.directive = this.directive;
  }

  /** Continues behind a directive, with the one numbered `next`. */
  continueAt(pos: number, next: number): void {
    this.pos = pos;
    this.directive = next;
    this.limit = this.directives[next]?.hash ?? this.entered!.file.count;
  }

  /** Of the file from here on. */
  changeOrigin(origin: Origin): void {
    if (this.entered) this.entered.origin = origin;
    this.originBits = origin << ORIGIN_SHIFT;
  }

  define(name: number, macro: Macro | undefined): void {
    while (this.macros.length <= name) this.macros.push(undefined);
    this.macros[name] = macro;
    this.defined.push(name);
    this.journal.defined(name);
  }

  /** Hot. */
  lookUp(name: number): Macro | undefined {
    const macro = this.macros[name];
    const { journal } = this;
    if (!(journal.stamps[name]! >= journal.start)) journal.lookedUp(name, macro);
    return macro;
  }

  /** What units note about files is kept like macros, under names that no text can spell. */
  note(what: string, value = 0): void {
    this.define(this.spellings.noteName(what), NOTES[value]);
  }

  /** The value; null if there is no such note. */
  noted(what: string): number | null {
    return this.lookUp(this.spellings.noteName(what))?.value ?? null;
  }

  // ---- contexts ------------------------------------------------------------------------------------------------

  pushContext(source: Int32Array, start: number, end: number, macro: Macro | null): void {
    const i = this.depth++;
    if (i >= DEEPEST_BODIES) return this.stop('limit', 'macros are nested too deeply');
    if (i === this.positions.length) this.growContexts();
    this.sources[i] = source;
    this.positions[i] = start;
    this.ends[i] = end;
    this.expanding[i] = macro;
  }

  popContext(): void {
    const i = --this.depth;
    const macro = this.expanding[i];
    if (macro) macro.disabled = false;
    if (i === 0 && this.nesting === 0) this.arenaEnd = 0;
  }

  private growContexts(): void {
    const wider = (from: Int32Array): Int32Array => {
      const to = new Int32Array(from.length * 2);
      to.set(from);
      return to;
    };
    this.positions = wider(this.positions);
    this.ends = wider(this.ends);
  }

  /** Puts a token at the end of the arena. */
  keep(token: number): void {
    if (this.arenaEnd === this.arena.length) this.growArena();
    this.arena[this.arenaEnd++] = token;
  }

  private growArena(): void {
    const before = this.arena;
    this.spend(before.length);
    if (this.stopped && before.length >= MOST_ARENA) {
      this.arenaEnd = 0;
      return;
    }
    this.arena = new Int32Array(before.length * 2);
    this.arena.set(before);
    for (let i = 0; i < this.depth; i++) if (this.sources[i] === before) this.sources[i] = this.arena;
  }
}

const MOST_ARENA = 1 << 26;

export const END = S.End << SHIFT;
export const APART = S.Apart << SHIFT;

export const isPadding = (token: number): boolean => token >> SHIFT <= S.Spaced && token >> SHIFT > S.End;

/** The padding that stands for a token where it was replaced. */
export const paddingFor = (token: number): number => ((token & WHITE) !== 0 ? S.Spaced : S.Tight) << SHIFT;

export const isName = (r: Reader, token: number): boolean => r.spellings.sorts[token >> SHIFT] === Sort.Name;

/** The padding that has most to say, as libcpp combines them: `before` is S.End if there was none. */
export function combine(before: S, padding: S): S {
  if (before === S.End || (before !== S.Spaced && padding === S.Apart)) {
    return padding === S.Apart ? S.End : padding;
  }
  return before;
}
