// Diagnostics: problems with the input as values, from one catalogue of codes, each with its severity and advice.
// Made by every stage, shown by the command line; never thrown.

import { printable, printableLines } from './printable.js';
import type { Location } from './source.js';

export type Severity = 'error' | 'warning' | 'note';

interface Entry {
  readonly severity: Severity;
  /** What the user can do about it, or null where the message is enough. */
  readonly advice: string | null;
}

/** Every kind of diagnostic. */
export const catalogue = {
  'unreadable-file': { severity: 'error', advice: 'check the path and its permissions' },
  'not-c': { severity: 'error', advice: 'pass a .c or .i file, or a directory that contains such files' },
  'no-compiler': {
    severity: 'error',
    advice: 'install a C compiler as `cc`, or the optional npm package @yowasp/clang',
  },
  'preprocessor-failed': { severity: 'error', advice: 'pass the missing flags after `--`, such as -Iinclude' },
  'preprocessing-limit': {
    severity: 'error',
    advice: 'its macros or includes grow without end; if they do not, pass --preprocess compiler',
  },
  'left-to-compiler': { severity: 'note', advice: null },
  'bad-compile-commands': {
    severity: 'error',
    advice:
      'make it anew: cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON (CMake), meson setup (Meson), bear -- make (others)',
  },
  'no-changes': {
    severity: 'error',
    advice: 'name a commit: --changed=COMMIT; --baseline FILE compares with an earlier report',
  },
  'not-in-database': { severity: 'note', advice: 'pass its flags after `--`, or make the database anew' },
  'entries-skipped': { severity: 'note', advice: null },
  'compiled-twice': { severity: 'note', advice: null },
  'unsupported-machine': {
    severity: 'error',
    advice: 'pass flags that select a machine that caulk knows after `--`, such as -m64',
  },
  'other-machine': { severity: 'warning', advice: 'analyse them by themselves: caulk check -p … FILE…' },
  'missing-source': {
    severity: 'warning',
    advice: 'if they are generated, build the project first; if they are gone, make the database anew',
  },
  'no-source': { severity: 'error', advice: 'build the project, or make the database where its files are' },
  'compiler-replaced': { severity: 'note', advice: null },
  'not-there-yet': { severity: 'error', advice: 'CHANGELOG.md lists what works today' },
  internal: { severity: 'error', advice: 'this is a bug in caulk: please report it with the file that shows it' },
  'unwritable-file': { severity: 'error', advice: 'check that the folder exists and that you may write to it' },
  'bad-usage': { severity: 'error', advice: 'see `caulk --help`' },
  syntax: { severity: 'error', advice: null },
  type: { severity: 'error', advice: null },
  'unsupported-c': { severity: 'error', advice: null },
  'too-deep': { severity: 'error', advice: 'the expression or statement is nested too deeply to analyse' },
  'function-lost': { severity: 'warning', advice: null },
  'bad-config': { severity: 'error', advice: 'schema/config.schema.json says what the configuration may contain' },
  'bad-baseline': { severity: 'error', advice: 'make one with `caulk check --format json -o FILE`' },
  'bad-marks': {
    severity: 'error',
    advice: 'schema/marks.schema.json says what it may contain; `caulk mark` writes it',
  },
  'bad-suppression': { severity: 'warning', advice: 'write `// caulk-ignore[rule, rule]: reason`' },
  'suppression-without-reason': { severity: 'warning', advice: 'write `// caulk-ignore[rule]: reason`' },
  'bad-requirement': {
    severity: 'warning',
    advice: 'write `// caulk-requires: list(p), shares(p, q)` above the function; see docs/requires.md',
  },
  'missing-package': { severity: 'error', advice: 'install caulk with its optional dependencies' },
  'no-queue': { severity: 'error', advice: 'docs/cluster.md says how to set it up' },
  'unused-suppression': { severity: 'warning', advice: 'remove the comment' },
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof catalogue;

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly location: Location | null;
}

export function diagnostic(code: DiagnosticCode, message: string, location: Location | null = null): Diagnostic {
  return { code, severity: catalogue[code].severity, message, location };
}

/** `file:line:column: error: message [code]`, as compilers print it, and what to do about it. */
export function formatDiagnostic(d: Diagnostic, advice: string | null = catalogue[d.code].advice): string {
  const where = d.location ? `${printable(d.location.file)}:${d.location.line}:${d.location.column}: ` : '';
  return `${where}${d.severity}: ${printableLines(d.message)} [${d.code}]${advice ? `\n  ${advice}` : ''}`;
}
