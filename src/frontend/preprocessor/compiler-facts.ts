// What only the compiler knows: its predefined macros, its directories, its dialect, and the answers to `__has_…`.
// Asked once for each set of flags, with -E on a text of questions; other questions when they come up.

import { spawnSync } from 'node:child_process';
import type { Compiler } from '../compiler.js';
import { COMMON_QUESTIONS } from './common-questions.js';
import type { Dialect } from './dialect.js';
import { Origin, type Spellings } from './spellings.js';
import type { TokenFile } from './token-file.js';
import { tokenize } from './tokenize.js';

export interface SystemDirectory {
  readonly name: string;
  readonly origin: Origin;
}

/** Names of macros whose values the preprocessor computes, where the compiler has them. */
const DYNAMIC = [
  ...['__BASE_FILE__', '__FILE_NAME__', '__TIMESTAMP__', '__COUNTER__', '__INCLUDE_LEVEL__'],
  ...['__has_include', '__has_include_next', '__has_embed'],
];

/** Those whose values the compiler is asked for. */
const ASKED = [
  ...['__has_attribute', '__has_cpp_attribute', '__has_c_attribute', '__has_builtin', '__has_feature'],
  ...['__has_extension', '__has_declspec_attribute', '__has_warning', '__is_identifier', '__has_constexpr_builtin'],
  ...['__is_target_arch', '__is_target_vendor', '__is_target_os', '__is_target_environment', '__building_module'],
];

/** Each line prints differently, or not at all, in a dialect that has the thing. */
const DIALECT_QUESTIONS = `
#define __caulk_second(a, b, ...) b
#define __caulk_optional(...) __VA_OPT__(yes)
#define __caulk_line(...) __LINE__
__caulk_trigraphs ??(
__caulk_comments 1 //**/ 2
__caulk_separators __caulk_second(1'2,3'4, no)
#define u no
__caulk_unicode u"a"
#undef u
#define u8 no
__caulk_bytes u8'a'
#undef u8
#define R no
__caulk_raw R"(a)"
#undef R
__caulk_va_opt __caulk_optional(1)
#line 7
__caulk_start __caulk_line(
)
#if 0
#elifdef __STDC__
__caulk_elifdef
#endif
#if true
__caulk_truth
#endif
#if '\\377' > 0
__caulk_unsigned_chars
#endif
#ifdef __STRICT_ANSI__
__caulk_strict
#endif
`;

const TIMEOUT_MS = 20_000;

export class CompilerFacts {
  private readonly answers = new Map<string, string>();

  private constructor(
    private readonly path: string,
    private readonly flags: readonly string[],
    readonly dialect: Dialect,
    /** The #defines of the compiler itself. */
    readonly builtins: TokenFile,
    /** A header that every unit includes first; null if there is none. */
    readonly preincluded: string | null,
    readonly directories: readonly SystemDirectory[],
    readonly dynamic: readonly string[],
    readonly asked: readonly string[],
  ) {}

  /** Null if the compiler does not answer. `flags` have passed compiler-flags.ts. */
  static ask(
    compiler: Compiler,
    flags: readonly string[],
    spellings: Spellings,
    unique: (dialect: Dialect) => Dialect,
  ): CompilerFacts | null {
    if (compiler.kind !== 'program') return null;
    const run = askCompiler(compiler.path, [...flags, '-dD', '-v'], questions());
    if (run === null) return null;
    const { predefined, preincluded, lines } = readOutput(run.output);
    const directories = readDirectories(run.errors);
    if (directories === null || predefined.length === 0) return null;
    const dialect = unique(readDialect(lines));
    const has = (name: string): boolean => lines.has(`__caulk_has "${name}"`);
    const builtins = tokenize(Buffer.from(`${predefined.join('\n')}\n`), spellings, dialect);
    const facts = new CompilerFacts(
      ...([compiler.path, flags, dialect, builtins, preincluded, directories] as const),
      DYNAMIC.filter(has),
      ASKED.filter(has),
    );
    for (const line of lines) facts.learn(line);
    return facts;
  }

  /** What the compiler replaces `question` by, such as `__has_attribute(cold)`; null if it does not say. */
  answer(question: string): string | null {
    const known = this.answers.get(question);
    if (known !== undefined) return known;
    const text = `__caulk_answer "${question.replace(/[\\"]/g, '\\$&')}" ${question}\n`;
    const run = askCompiler(this.path, this.flags, text);
    for (const line of run?.output.split('\n') ?? []) this.learn(line.trim());
    return this.answers.get(question) ?? null;
  }

  private learn(line: string): void {
    const match = /^__caulk_answer "((?:[^"\\]|\\.)*)" (\S+)$/.exec(line);
    if (match) this.answers.set(match[1]!.replace(/\\(.)/g, '$1'), match[2]!);
  }
}

interface Run {
  readonly output: string;
  readonly errors: string;
}

/** Words, never a shell; the variables that name directories are read by search-path.ts. */
function askCompiler(path: string, flags: readonly string[], input: string): Run | null {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C' };
  delete env.CPATH;
  delete env.C_INCLUDE_PATH;
  const words = [...flags, '-E', '-w', '-x', 'c', '-'];
  const run = spawnSync(path, words, { input, encoding: 'utf8', timeout: TIMEOUT_MS, env, maxBuffer: 2 ** 26 });
  return run.status === 0 ? { output: run.stdout, errors: run.stderr } : null;
}

function questions(): string {
  const names = [...DYNAMIC, ...ASKED].map((name) => `#ifdef ${name}\n__caulk_has "${name}"\n#endif\n`);
  const common = Object.entries(COMMON_QUESTIONS).map(
    ([name, operands]) =>
      `#ifdef ${name}\n${operands.map((x) => `__caulk_answer "${name}(${x})" ${name}(${x})\n`).join('')}#endif\n`,
  );
  return [DIALECT_QUESTIONS, ...names, ...common].join('');
}

interface Output {
  readonly predefined: readonly string[];
  readonly preincluded: string | null;
  /** The text, by lines with single spaces. */
  readonly lines: ReadonlySet<string>;
}

/** Line markers tell whose the #defines are. */
function readOutput(output: string): Output {
  const predefined: string[] = [];
  const lines = new Set<string>();
  let preincluded: string | null = null;
  let file = '';
  for (const line of output.split('\n')) {
    const marker = /^# \d+ "([^"]*)"/.exec(line);
    if (marker) {
      file = marker[1]!;
      if (file.startsWith('/')) preincluded ??= file;
    } else if (/^#(?:define|undef) /.test(line)) {
      if (file.startsWith('<built-in>')) predefined.push(line);
    } else lines.add(line.trim().replace(/\s+/g, ' '));
  }
  return { predefined, preincluded, lines };
}

/** The list that -v prints. */
function readDirectories(errors: string): SystemDirectory[] | null {
  const list = /^#include <\.\.\.> search starts here:\n([\s\S]*?)^End of search list\.$/m.exec(errors);
  if (!list || / \(framework directory\)$/m.test(list[1]!)) return null;
  const names = list[1]!.split('\n').filter((line) => line !== '');
  return names.map((line) => {
    const name = line.trim();
    return { name, origin: name.includes('/local/include') ? Origin.System : Origin.SystemInC };
  });
}

function readDialect(lines: ReadonlySet<string>): Dialect {
  const has = (line: string): boolean => lines.has(`__caulk_${line}`);
  return {
    trigraphs: !has('trigraphs ??('),
    lineComments: has('comments 1'),
    separators: has("separators 3'4"),
    unicode: has('unicode u"a"'),
    unicodeBytes: has("bytes u8'a'"),
    raw: has('raw R"(a)"'),
    vaOpt: has('va_opt yes'),
    elifdef: has('elifdef'),
    strict: has('strict'),
    truth: has('truth'),
    unsignedChars: has('unsigned_chars'),
    linesAtEnd: has('start 8'),
  };
}
