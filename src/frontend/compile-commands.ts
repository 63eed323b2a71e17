// Reads compile_commands.json: one compile job per C file, and diagnostics about unusual entries.
// The input of whole projects; its jobs go to preprocess.ts.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { type Diagnostic, type DiagnosticCode, diagnostic } from '../base/diagnostics.js';
import { expandResponseFiles, splitCommand } from './command-line.js';
import { type CompileJob, jobFor } from './compile-job.js';
import { type Compiler, countWrapperWords, findDefaultCompiler, findNamedCompiler } from './compiler.js';
import { keptFlags, languageOf } from './compiler-flags.js';
import { isCl, isFromWindows, splitWindowsCommand, translateCl } from './windows-command.js';

export interface CompileJobs {
  readonly jobs: readonly CompileJob[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A well-formed entry. */
interface Entry {
  readonly file: string;
  readonly directory: string;
  readonly words: readonly string[];
}

export function readCompileCommands(path: string): CompileJobs {
  if (!existsSync(path)) {
    return { jobs: [], diagnostics: [diagnostic('bad-compile-commands', `there is no compile database ${path}`)] };
  }
  const entries = readEntries(path);
  if (!Array.isArray(entries)) return { jobs: [], diagnostics: [entries] };
  return jobsOf(entries as readonly unknown[], path);
}

function readEntries(path: string): unknown[] | Diagnostic {
  try {
    const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(entries)) return entries;
    return diagnostic('bad-compile-commands', `${path} does not contain a list of compile commands`);
  } catch (error) {
    return diagnostic('bad-compile-commands', `${path} is not a compile database: ${(error as Error).message}`);
  }
}

function jobsOf(entries: readonly unknown[], path: string): CompileJobs {
  const jobs = new Map<string, CompileJob>();
  const twice = new Set<string>();
  const replaced = new Map<string, string>();
  const compilers: Compilers = new Map();
  let malformed = 0;
  let otherLanguages = 0;
  for (const value of entries) {
    const entry = parseEntry(value, dirname(resolve(path)));
    if (!entry) malformed++;
    else if (!isC(entry)) otherLanguages++;
    else {
      const job = jobOf(entry, replaced, compilers);
      const key = resolve(job.directory, job.file);
      const known = jobs.get(key);
      if (!known) jobs.set(key, job);
      else if (known.directory !== job.directory || known.flags.join('\0') !== job.flags.join('\0')) twice.add(key);
    }
  }
  const diagnostics = [
    ...count(malformed, 'bad-compile-commands', (n) => `${path}: ${n} without file, directory or command`),
    ...count(otherLanguages, 'entries-skipped', (n) => `${path}: ${n} not C, skipped`),
    ...count(
      twice.size,
      'compiled-twice',
      (n) => `${path}: ${n} again with other flags; the first command is analysed`,
    ),
    ...[...replaced].map(([name, instead]) =>
      diagnostic(
        'compiler-replaced',
        `${path}: not starting ${name}: not found, or not an installed C compiler; using ${instead}`,
      ),
    ),
  ];
  return { jobs: [...jobs.values()], diagnostics };
}

function count(n: number, code: DiagnosticCode, message: (entries: string) => string): Diagnostic[] {
  return n === 0 ? [] : [diagnostic(code, message(n === 1 ? '1 entry is' : `${n} entries are`))];
}

const wordsOf = (command: string): string[] =>
  isFromWindows(command) ? splitWindowsCommand(command) : splitCommand(command);

/** `arguments` is a list of words, `command` one string; `directory` is relative to the database. */
function parseEntry(value: unknown, base: string): Entry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { file, directory, arguments: list, command } = value as Record<string, unknown>;
  if (typeof file !== 'string' || file === '' || typeof directory !== 'string') return null;
  const words = Array.isArray(list) ? list : typeof command === 'string' ? wordsOf(command) : null;
  if (!words || words.length === 0 || !words.every((word): word is string => typeof word === 'string')) return null;
  const where = resolve(base, directory);
  return { file, directory: where, words: expandResponseFiles(words, where) };
}

function isC(entry: Entry): boolean {
  const language = languageOf(entry.words);
  if (language !== null && language !== 'none') return language === 'c';
  return ['.c', '.i'].includes(extname(entry.file));
}

/** Compilers by name and directory, memoised: a project has a thousand commands and one compiler. */
type Compilers = Map<string, Compiler | null>;

function findOnce(compilers: Compilers, name: string, directory: string): Compiler | null {
  const key = name.includes('/') ? `${directory}\0${name}` : name;
  const known = compilers.get(key);
  if (known !== undefined) return known;
  const compiler = findNamedCompiler(name, directory);
  compilers.set(key, compiler);
  return compiler;
}

/** `replaced`: compilers that are not started, with those that are instead. */
function jobOf(entry: Entry, replaced: Map<string, string>, compilers: Compilers): CompileJob {
  const start = countWrapperWords(entry.words);
  const name = entry.words[start] ?? 'cc';
  const named = findOnce(compilers, name, entry.directory);
  const rest = entry.words.slice(start + 1);
  const { file, directory } = entry;
  if (isCl(name)) {
    const { instead, ...job } = jobForCl({ file, directory, flags: keptFlags(translateCl(rest)) }, compilers);
    if (!named) replaced.set(name, instead);
    return job;
  }
  if (!named) replaced.set(name, "the machine's own");
  return jobFor({ file, directory, compiler: named ?? findDefaultCompiler(), flags: keptFlags(rest) });
}

/** Reads a program for cl as it is laid out there; it also has the headers. */
const FOR_WINDOWS = 'x86_64-w64-mingw32-gcc';
/** Without headers. */
const CLANG_FOR_WINDOWS = ['--target=x86_64-pc-windows-msvc', '-fms-extensions'];
const NONE_FOR_WINDOWS =
  'it is for Windows: install x86_64-w64-mingw32-gcc, or clang, so that it can be read as it is laid out there';

function jobForCl(
  { flags, ...where }: Pick<CompileJob, 'file' | 'directory' | 'flags'>,
  compilers: Compilers,
): CompileJob & { readonly instead: string } {
  const compiler = findOnce(compilers, FOR_WINDOWS, where.directory);
  if (compiler) return { ...jobFor({ ...where, compiler, flags }), instead: FOR_WINDOWS };
  const clang = findOnce(compilers, 'clang', where.directory);
  if (clang)
    return { ...jobFor({ ...where, compiler: clang, flags: [...CLANG_FOR_WINDOWS, ...flags] }), instead: 'clang' };
  const job = jobFor({ ...where, compiler: findDefaultCompiler(), flags });
  return { ...job, refused: NONE_FOR_WINDOWS, instead: 'none' };
}
