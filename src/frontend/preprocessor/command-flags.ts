// The flags of a compile job as the preprocessor needs them: macros, files to read first, directories; and the rest.
// From compile-job.ts; the rest is what the compiler is asked with (compiler-facts.ts).

export interface CommandFlags {
  /** `-D` and `-U`, in order, as directives. */
  readonly macros: readonly string[];
  readonly includes: readonly string[];
  readonly macroFiles: readonly string[];
  /** `-iquote`, `-I`, `-isystem` and `-idirafter`. */
  readonly quote: readonly string[];
  readonly user: readonly string[];
  readonly system: readonly string[];
  readonly after: readonly string[];
  /** Flags that change what the compiler predefines and where it looks. */
  readonly rest: readonly string[];
  /** Why the compiler must preprocess; null if it need not. */
  readonly refusal: string | null;
}

/** Flags that change preprocessing in ways that are left to the compiler. */
const REFUSED =
  /^(?:-traditional-cpp|-fdirectives-only|-f(?:no-)?dollars-in-identifiers|-finput-charset=.*|-F.*|-iframework|-iprefix|-iwithprefix.*|-I-|-I=.*|-I\$SYSROOT.*)$/;

const LISTS = {
  '-include': 'includes',
  '-imacros': 'macroFiles',
  '-iquote': 'quote',
  '-isystem': 'system',
  '-idirafter': 'after',
} as const;

export function readFlags(flags: readonly string[]): CommandFlags {
  const lists = {
    macros: [],
    includes: [],
    macroFiles: [],
    quote: [],
    user: [],
    system: [],
    after: [],
    rest: [],
  } as Record<Exclude<keyof CommandFlags, 'refusal'>, string[]>;
  let refusal: string | null = null;
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i]!;
    const list = Object.hasOwn(LISTS, flag) ? LISTS[flag as keyof typeof LISTS] : undefined;
    if (REFUSED.test(flag)) refusal ??= `the flag ${flag}`;
    if (list) lists[list].push(flags[++i] ?? '');
    else if (flag.startsWith('-D')) lists.macros.push(defineDirective(flag.slice(2)));
    else if (flag.startsWith('-U')) lists.macros.push(`#undef ${flag.slice(2)}`);
    else if (flag.startsWith('-I')) lists.user.push(flag.slice(2));
    else lists.rest.push(flag);
  }
  return { ...lists, refusal };
}

/** `-DX` is `#define X 1`, `-DX=y` is `#define X y`; what follows a newline does not count. */
function defineDirective(text: string): string {
  const [line = ''] = text.split('\n');
  const at = line.indexOf('=');
  return at < 0 ? `#define ${line} 1` : `#define ${line.slice(0, at)} ${line.slice(at + 1)}`;
}
