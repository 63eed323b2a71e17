// Which flags of a compile command are passed on to the preprocessor.
// Between compile-commands.ts and preprocess.ts.
//
// This is an allowlist: a compile_commands.json can come with untrusted code, and compilers have many ways to start other
// programs or to write files (-wrapper, -fplugin=, -specs=, -B, -Xclang -load, -no-integrated-cpp, --config, -o, -MF,
// -save-temps, -fdump-…). A flag is dropped unless it is known to change the preprocessed text and nothing else.

/** Flags whose value may follow in the same word. */
const JOINABLE = ['-D', '-U', '-I', '-F'];

/** Flags whose value is the next word. */
const SEPARATE = new Set([
  ...['-include', '-imacros', '-isystem', '-iquote', '-idirafter', '-iprefix', '-iwithprefix', '-iwithprefixbefore'],
  ...['-isysroot', '-iframework'],
]);

/** Dropped flags whose next word is their value, which is dropped too. */
const DROPPED_WITH_NEXT = new Set([
  ...['-o', '-x', '-MF', '-MT', '-MQ', '-B', '-L', '-l', '-T', '-u', '-z', '-e', '-h', '-aux-info', '-wrapper'],
  ...['-specs', '--config', '--param', '-Xclang', '-Xlinker', '-Xassembler', '-mllvm', '-dumpbase', '-dumpbase-ext'],
  ...['-dumpdir', '-framework', '-include-pch', '-ivfsoverlay', '-serialize-diagnostics', '-Tbss', '-Tdata', '-Ttext'],
]);

const PLAIN = new Set([
  ...['-nostdinc', '-undef', '-ansi', '-pthread', '-trigraphs', '-traditional-cpp', '-pedantic', '-nostdlibinc'],
]);

/** The -f flags that change predefined macros, the character sets or the meaning of `char`. */
const F_FLAG = new RegExp(
  `^-f(?:no-)?(?:${[
    ...['pic', 'PIC', 'pie', 'PIE', 'openmp', 'openacc', 'signed-char', 'unsigned-char', 'short-wchar', 'short-enums'],
    ...['fast-math', 'finite-math-only', 'math-errno', 'rounding-math', 'signaling-nans', 'exceptions', 'freestanding'],
    ...['hosted', 'builtin', 'gnu89-inline', 'ms-extensions', 'plan9-extensions', 'dollars-in-identifiers', 'blocks'],
    ...[
      'pack-struct',
      'pack-struct=\\d+',
      'strict-flex-arrays',
      'stack-protector',
      'stack-protector-strong',
      'stack-protector-all',
      'directives-only',
    ],
    ...['sanitize=[\\w,-]+', 'input-charset=[\\w.-]+', 'exec-charset=[\\w.-]+', 'wide-exec-charset=[\\w.-]+'],
  ].join('|')})$`,
);

const M_FLAG = /^-m(?!llvm)[a-z0-9][\w.+-]*(?:=[\w.,+-]+)?$/;
const PATTERNS = [F_FLAG, M_FLAG, /^-O[\w]*$/, /^-std=[\w:+-]+$/, /^--std=[\w:+-]+$/, /^--sysroot=/, /^--target=/];

/** The words after the compiler that preprocessing needs, without files. */
export function keptFlags(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const value = words[i + 1] ?? '';
    if (JOINABLE.includes(word)) {
      kept.push(word + value);
      i++;
    } else if (SEPARATE.has(word)) {
      if (isPlainValue(value)) kept.push(word, value);
      i++;
    } else if (word === '-target' || word === '--sysroot') {
      kept.push(`-${word.replace(/^-+/, '-')}=${value}`);
      i++;
    } else if (word === '-arch') {
      if (/^\w+$/.test(value)) kept.push(`--target=${value}-apple-darwin`); // what Apple's clang makes of it
      i++;
    } else if (word === '-Xpreprocessor') {
      kept.push(...keptFlags([value]));
      i++;
    } else if (DROPPED_WITH_NEXT.has(word)) i++;
    else if (word.startsWith('-Wp,')) kept.push(...keptFlags(word.split(',').slice(1)));
    else if (mayPass(word)) kept.push(word);
  }
  return kept;
}

/**
 * A separate word that no compiler takes for a flag or a response file, even if it does not know the flag before it.
 */
function isPlainValue(value: string): boolean {
  return value !== '' && !/^[-@]/.test(value);
}

function mayPass(word: string): boolean {
  if (PLAIN.has(word) || PATTERNS.some((pattern) => pattern.test(word))) return true;
  return JOINABLE.some((prefix) => word.startsWith(prefix));
}

/** The language of `-x`, which applies to the files after it. */
export function languageOf(flags: readonly string[]): string | null {
  const at = flags.findLastIndex((flag) => flag.startsWith('-x'));
  if (at < 0) return null;
  return flags[at]!.length > 2 ? flags[at]!.slice(2) : (flags[at + 1] ?? null);
}
