// Bodies for calls with a literal format (ir/formats.ts): C text, made from the uses of the arguments.
// Between load.ts, which meets the symbols of such calls, and formats.c, which has the functions without their formats.
//
//   printf%s      reads the string, then does what printf does without arguments
//   scanf%4,s9    reads the stream as scanf does, then stops before, between or after two conversions

import { type SpecialFormat, specialFormat } from '../ir/formats.js';
import type { Definition, Library } from './definitions.js';
import { plainName } from './names.js';

/** The model of a call with a literal format; null if the symbol is none, or the function has no model. */
export function formatModel(library: Library, symbol: string, number: number): Definition | null {
  const format = specialFormat(symbol);
  const plain = format && plainName(format.plain, (name) => library.has(name));
  const model = plain ? library.get(plain)?.find((d) => d.isFunction) : undefined;
  const head = model && HEAD.exec(model.text);
  if (!format || !head) return null;
  const [, result, named, body] = head;
  const name = `__caulk_format_${number}`;
  const params = [named!, ...format.uses.map((use, i) => `${parameterType(format, use)}a${i}`)].join(', ');
  const full = format.style === 'scanf' ? scanBody(format, body!) : printBody(format, body!);
  const text = `${result}${name}(${params}) __asm__("${symbol}");\n${result}${name}(${params}) { ${full} }`;
  return { name: symbol, file: model!.file, line: model!.line, text, isFunction: true };
}

/** Result, named parameters and statements of a variadic model. */
const HEAD = /^(?:__attribute__\(\(format\(\w+, \d+, \d+\)\)\) )?(\w+ \**)\w+\((.*), \.\.\.\) \{([\s\S]*)\}\s*$/;

/** The last statement of the model of a function with a result. */
const RETURN = /return ([^;]*);\s*$/;

function parameterType({ style }: SpecialFormat, use: string): string {
  if (style === 'scanf' || use.startsWith('n')) return 'void *';
  return PRINTED_TYPES[use]!;
}

const PRINTED_TYPES: Readonly<Record<string, string>> = {
  i: 'int ',
  l: 'long long ',
  d: 'double ',
  D: 'long double ',
  p: 'const void *',
  s: 'const char *',
  S: 'const int *',
};

// ---- printf ----------------------------------------------------------------------------------------------------

function printBody(format: SpecialFormat, body: string): string {
  const reads = format.uses.map((use, i) => {
    if (use === 's') return `__caulk_string(a${i}); `;
    if (use === 'S') return `read_wide(a${i}); `;
    return use.startsWith('n') ? `__caulk_write(a${i}, ${use.slice(1)}); ` : '';
  });
  return `${reads.join('')}${format.length ? measured(format, body) : body}`;
}

/** sprintf writes as much as it prints; snprintf returns what it would have printed. */
function measured({ plain, uses, length }: SpecialFormat, body: string): string {
  const { least, most } = length!;
  const strings = uses.flatMap((use, i) => (use === 's' ? [`strlen(a${i})`] : []));
  const isBounded = Number.isFinite(most) && !uses.includes('S');
  const own = isBounded ? `between(${least}, ${most})` : `at_least(${least})`;
  if (!/snprintf/.test(plain)) return `return print_exactly(to, ${[own, ...strings].join(' + ')});`;
  return isBounded && strings.length === 0 ? body.replace(RETURN, `$1; return ${own};`) : body;
}

// ---- scanf -----------------------------------------------------------------------------------------------------

/**
 * The input may end, or not match, before every conversion. A conversion that allocates and fails leaves null behind; if
 * there is too little memory, all that was allocated is freed.
 */
function scanBody({ uses }: SpecialFormat, body: string): string {
  const fail = (i: number, result: number): string =>
    `if (__caulk_nondet()) { ${uses[i]?.startsWith('m') ? `if (__caulk_nondet()) *(void **)a${i} = 0; ` : ''}return ${result}; } `;
  let [text, done] = [`${body.replace(RETURN, '')}${fail(0, -1)}`, 0];
  const allocated: string[] = [];
  uses.forEach((use, i) => {
    text += fail(i, done);
    if (use.startsWith('m')) {
      const undo = allocated.map((a) => `__caulk_free(*${a}); *${a} = 0; `).join('');
      text += `if (!${allocation(use, `a${i}`)}) { ${undo}return -1; } `;
      allocated.push(`(void **)a${i}`);
    } else text += scanned(use, `a${i}`);
    if (!use.startsWith('n')) done++;
  });
  return `${text}return ${done};`;
}

/** Characters without a terminator, or text. */
function allocation(use: string, argument: string): string {
  const size = use[1] === use[1]!.toLowerCase() ? 1 : 4;
  if (use[1]!.toLowerCase() !== 'c') return `scan_new_text(${argument}, ${size})`;
  return `scan_new(${argument}, between(1, ${use.slice(2)}) * ${size})`;
}

function scanned(use: string, argument: string): string {
  const [, kind, digits] = /^(\D?)(\d*)$/.exec(use)!;
  switch (kind) {
    case '':
    case 'n':
      return `__caulk_write(${argument}, ${digits}); `;
    case 'p':
      return `*(void **)${argument} = __caulk_nondet_pointer(); `;
    case 'c':
      return `scan_characters(${argument}, ${digits}, 1); `;
    case 'C':
      return `scan_characters(${argument}, ${digits}, 4); `;
    case 's':
      return digits === '' ? `scan_any(${argument}, 1); ` : `scan_text(${argument}, ${digits}, 1); `;
    default:
      return digits === '' ? `scan_any(${argument}, 4); ` : `scan_text(${argument}, ${digits}, 4); `;
  }
}
