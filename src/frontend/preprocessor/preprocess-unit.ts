// Preprocesses one unit: predefined macros, flags, the files that are read first, then the main file.
// The entry of this folder; from ../preprocess.ts, which leaves to the compiler what is refused here.

import { resolve } from 'node:path';
import type { CompileJob, UnsavedTexts } from '../compile-job.js';
import { DeclarationShapes } from '../declaration-shapes.js';
import { type CommandFlags, readFlags } from './command-flags.js';
import { CompilerFacts } from './compiler-facts.js';
import type { Dialect } from './dialect.js';
import { execute } from './directives.js';
import { DYNAMIC_MACROS, OPTIONAL_MACROS } from './dynamic.js';
import { nextToken } from './expand.js';
import { FileTable } from './file-table.js';
import { enter, enteredFile, findNamed, findPreincluded, leave, push } from './include.js';
import { IncludeRecords } from './include-records.js';
import { Journal } from './journal.js';
import { Dynamic, dynamicMacro, type Macro } from './macros.js';
import { Output } from './output.js';
import { Printer } from './printer.js';
import { END, isPadding, Reader, type Shared, type Stop } from './reader.js';
import { besides, directoryOf, type Found, SearchPath } from './search-path.js';
import type { SpelledTokens } from './spelled-tokens.js';
import { Origin, SHIFT, Spellings } from './spellings.js';
import type { TokenFile } from './token-file.js';
import { tokenize } from './tokenize.js';

export interface PreprocessedUnit {
  readonly spelled: SpelledTokens;
  /** Absolute paths: the files it was made of, and those that would have been read if they were there. */
  readonly files: readonly string[];
  readonly missed: readonly string[];
}

/** The text is limited so that no macro makes it larger than memory. */
const MOST_BYTES = 2 ** 29;

/** What jobs with the same flags have in common. */
interface Setup {
  readonly flags: CommandFlags;
  readonly facts: CompilerFacts;
  readonly path: SearchPath;
  /** The macros of the command line, as a file. */
  readonly macros: TokenFile;
  readonly dynamic: readonly Macro[];
}

/** The preprocessor of a run: what it has read for one unit serves the others. */
export class Preprocessor {
  private readonly spellings = new Spellings();
  private readonly files = new FileTable(this.spellings);
  private readonly output = new Output(this.spellings, new DeclarationShapes());
  private readonly shared: Shared = {
    spellings: this.spellings,
    files: this.files,
    macros: [],
    defined: [],
    journal: new Journal(this.spellings),
    records: new IncludeRecords(),
    integers: new Map(),
  };
  private readonly setups = new Map<string, Setup | string>();
  private readonly facts = new Map<string, CompilerFacts | null>();
  private readonly dialects = new Map<string, Dialect>();

  /** For what runs next: what has changed on the disk is read anew, and these texts come before it. */
  revise(texts: UnsavedTexts): void {
    const { changed, isMoved } = this.files.revise(texts);
    const { records } = this.shared;
    if (isMoved) this.setups.clear();
    if (isMoved || changed.some((path) => records.isMadeOf(path))) records.forget();
  }

  /** A string says why the compiler must do it. */
  run(job: CompileJob): PreprocessedUnit | Stop | string {
    const setup = this.setupFor(job);
    if (typeof setup === 'string') return setup;
    const path = resolve(job.directory, job.file);
    const main = this.files.tokens(path, setup.facts.dialect);
    if (!main) return 'the file cannot be read';
    if (main.refusal) return main.refusal;
    const printer = new Printer(this.spellings, this.output, MOST_BYTES);
    const r = new Reader(this.shared, setup.facts, setup.path, printer, job.file, job.directory, execute, leave);
    this.prepare(r, setup);
    r.read.push(path);
    this.readMain(r, main, path, job.file);
    if (r.stopped) return r.stopped;
    const missed = new Set([...new Set(r.lookups)].flatMap((found) => found.missed));
    return { spelled: printer.finish(), files: [...new Set(r.read)], missed: [...missed] };
  }

  private setupFor({ compiler, directory, flags }: CompileJob): Setup | string {
    const key = JSON.stringify([compiler, directory, flags]);
    let setup = this.setups.get(key);
    if (setup === undefined) {
      setup = this.setUp({ compiler, directory, flags });
      this.setups.set(key, setup);
    }
    return setup;
  }

  private setUp({
    compiler,
    directory,
    flags: words,
  }: Pick<CompileJob, 'compiler' | 'directory' | 'flags'>): Setup | string {
    const flags = readFlags(words);
    if (flags.refusal) return flags.refusal;
    const key = JSON.stringify([compiler, flags.rest]);
    let facts = this.facts.get(key);
    if (facts === undefined) {
      facts = CompilerFacts.ask(compiler, flags.rest, this.spellings, (dialect) => this.unique(dialect));
      this.facts.set(key, facts);
    }
    if (facts === null) return 'the compiler does not say what it predefines';
    const path = new SearchPath(flags, facts.directories, this.files, directory, this.setups.size);
    const text = flags.macros.map((line) => `${line}\n`).join('');
    const macros = tokenize(Buffer.from(text), this.spellings, facts.dialect);
    return { flags, facts, path, macros, dynamic: this.dynamicMacros(facts) };
  }

  /** One object for equal dialects. */
  private unique(dialect: Dialect): Dialect {
    const key = JSON.stringify(dialect);
    const known = this.dialects.get(key);
    if (known) return known;
    this.dialects.set(key, dialect);
    return dialect;
  }

  /** Everything in front of the main file. */
  private prepare(r: Reader, { flags, facts, macros, dynamic }: Setup): void {
    r.printer.renameFile(r.mainFile, Origin.Own, 0, '');
    r.printer.renameFile('<built-in>', Origin.Own, 0, '');
    r.printer.renameFile('<command-line>', Origin.Own, 0, '');
    defineAll(r, facts.builtins, Origin.Compiler);
    for (const macro of dynamic) r.define(macro.name, macro);
    r.stack.pop();
    defineAll(r, macros, Origin.Own);
    r.printer.isMuted = true;
    for (const name of flags.macroFiles) readFirst(r, findNamed(r, name), name);
    r.printer.isMuted = false;
    if (facts.preincluded) readFirst(r, findPreincluded(r, facts.preincluded), facts.preincluded);
    for (const name of flags.includes) readFirst(r, findNamed(r, name), name);
    r.stack.pop();
  }

  private dynamicMacros(facts: CompilerFacts): Macro[] {
    const optional = Object.entries(OPTIONAL_MACROS).filter(([name]) => facts.dynamic.includes(name));
    const asked = facts.asked.map((name): [string, Dynamic] => [name, Dynamic.Asked]);
    return [...Object.entries(DYNAMIC_MACROS), ...optional, ...asked].map(([name, dynamic]) =>
      dynamicMacro(this.spellings.name(name), dynamic, Origin.Compiler),
    );
  }

  private readMain(r: Reader, file: TokenFile, path: string, name: string): void {
    if (r.stopped) return;
    const where = besides(directoryOf(name), Origin.Own);
    r.printer.renameFile(name, Origin.Own, 1, '');
    r.spend(file.count);
    push(r, enteredFile(file, path, name, where));
    readAll(r);
    if (!r.stopped && r.entered!.conditions.length > 0) r.stop('error', 'unterminated #if');
  }
}

/** A file that the command line or the compiler includes in front. */
function readFirst(r: Reader, found: Found | null, name: string): void {
  if (r.stopped) return;
  if (!found) return r.stop('error', `${name}: there is no such file`);
  enter(r, found, 0);
  readAll(r);
}

/** A file of #defines and #undefs alone. */
function defineAll(r: Reader, file: TokenFile, origin: Origin): void {
  r.stack.pop();
  push(r, enteredFile(file, '', '<command-line>', besides('', origin)));
  readAll(r);
}

/** Prints every token up to the end of the file at the bottom of the stack. */
function readAll(r: Reader): void {
  const { printer } = r;
  for (;;) {
    const token = nextToken(r);
    if (isPadding(token)) printer.pad(token >> SHIFT);
    else if (token === END) return;
    else printer.print(token, r.line, r.column);
    if (printer.isFull()) return r.stop('limit', `the text becomes larger than ${MOST_BYTES} bytes`);
  }
}
