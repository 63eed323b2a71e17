// The C around the calls: guarded memory, files, and what is shown after each call. Compiled by gcc for the real library,
// and read by the interpreter for ours; `OURS` tells the two apart.

import { type Block, type Call, literal } from './call.js';
import { CALLBACKS, COUNTING, FILES, HEADERS, OURS, QUIET, REAL, SHOWING } from './harness-text.js';

/** Starts a report; everything else on standard output was written by a function of the library. */
export const MARK = '\u0001';

/** What the functions that engines analyse need. */
export const quietHead = (prototypes: string): string => `${HEADERS}${prototypes}${QUIET}${COUNTING}`;

/** The text of a program with a function for every call; `main` runs them one by one in processes of their own. */
export function writeProgram(calls: readonly Call[], prototypes: string, whose: 'real' | 'ours'): string {
  const functions = calls.map((call, i) => writeCall(call, i));
  const runs = calls.map((_, i) => `  run(${i}, call_${i});`);
  const main = `int main(void) {\n  __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);\n${runs.join('\n')}\n  return 0;\n}\n`;
  const head = `${HEADERS}${prototypes}static void say_other(const char *name, const void *p);\n`;
  if (whose === 'ours') return `${head}${SHOWING}${FILES}${CALLBACKS}${COUNTING}${OURS}${functions.join('\n')}`;
  return `${head}${SHOWING}${FILES}${CALLBACKS}${COUNTING}${REAL}${functions.join('\n')}${main}`;
}

function writeCall(call: Call, i: number): string {
  const lines = [
    ...call.blocks.map((b, k) => `  unsigned char *${b.name} = ${memoryOf(b, k)}; /*@${i}:${b.name}*/`),
    ...call.cells.map((c) => `  void *${c.name} = (void *)${c.initially};`),
    `  struct block given[] = { ${[...call.blocks.map((b) => `{ ${b.name}, ${b.size} }`), '{ 0, 0 }'].join(', ')} };`,
    `  int e; blocks = given; block_count = ${call.blocks.length};`,
    ...call.before.map((s) => `  ${s}`),
    '  BEGIN();',
    `  ${assigned(call)}${call.expression}; /*@${i}:call*/`,
    '  END();',
    ...showing(call).map((s) => `  ${s}`),
    '  blocks = 0; block_count = 0;',
  ];
  return `${call.definition.replace('\n', ` /*@${i}:call*/\n`)}void call_${i}(void) {\n${lines.join('\n')}\n#ifdef GUARDS\n  check_guards();\n#endif\n}\n`;
}

const memoryOf = (b: Block, k: number): string =>
  b.bytes === null
    ? `OPAQUE(${k}, ${b.size})`
    : `${b.where === 'heap' ? 'HEAP' : 'GUARDED'}(${k}, ${b.size}, ${literal(b.bytes)})`;

const TYPES = {
  nothing: '',
  signed: 'long long r = ',
  unsigned: 'unsigned long long r = ',
  floating: 'double r = ',
  pointer: 'const void *r = (const void *)',
};

export const assigned = ({ result }: Call): string => TYPES[result];

function showing(call: Call): string[] {
  const result = {
    nothing: [],
    signed: ['say_number("r", r);'],
    unsigned: ['say_unsigned("r", r);'],
    floating: ['say_floating("r", r);'],
    pointer: ['say_pointer("r", r);'],
  };
  return [
    ...result[call.result],
    'say_number("errno", e);',
    ...call.cells.map((c) => `say_pointer("${c.name}", ${c.name});`),
    ...call.blocks.flatMap((b, k) => showBlock(b, k)),
    ...call.after,
  ];
}

/** A block of the heap may be gone: only the real program can tell, and the interpreter from its own records. */
function showBlock(b: Block, k: number): string[] {
  if (b.where === 'heap')
    return [
      '#ifdef GUARDS',
      `if (is_gone(${b.name})) printf("\\1gone b${k}\\n"); else say_bytes(${k}, ${b.name}, ${b.size});`,
      '#endif',
    ];
  return b.bytes === null ? [] : [`say_bytes(${k}, ${b.name}, ${b.size});`];
}
