// Random headers that look up, define and undefine each other's macros and include one another; and units that include them.
// For include-records.test.ts: few names, so that an #include often, but not always, does what it did before.

import { Random } from '../../support/random.js';

const NAMES = ['A', 'B', 'C', 'D', 'F'];
const HEADERS = ['h0.h', 'h1.h', 'sub/h2.h', 'h3.h', 'sub/h4.h'];

/** Files by name; the units are `u0.c`, `u1.c` … */
export function randomProject(seed: number, units: number): Record<string, string> {
  const random = new Random(seed);
  const headers = HEADERS.map((name, i) => [name, header(random, i)]);
  const sources = Array.from({ length: units }, (_, i) => [`u${i}.c`, unit(random)]);
  return Object.fromEntries([...headers, ...sources]);
}

function header(random: Random, index: number): string {
  const first = random.oneIn(5) ? ['#pragma GCC system_header'] : [];
  const lines = [...first, ...Array.from({ length: 3 + random.below(6) }, () => line(random, index))];
  const guard = random.below(4);
  if (guard === 0) return `#pragma once\n${lines.join('\n')}\n`;
  if (guard === 1) return `${lines.join('\n')}\n`;
  return `#ifndef H${index}\n#define H${index}\n${lines.join('\n')}\n#endif\n`;
}

/** Headers include only those behind them, so that there is an end. */
function line(random: Random, index: number): string {
  const name = random.pick(NAMES);
  const deeper = HEADERS.slice(index + 1);
  const kinds = [
    `#define ${name} ${random.pick(['1', 'x y', random.pick(NAMES), `(${random.pick(NAMES)} + 2)`, ''])}`,
    `#undef ${name}`,
    `#ifdef ${name}\nint with_${name} ${name};\n#else\n#define ${name} other\n#endif`,
    `#if defined(${name}) && ${name} + 0 > 1\nlarge ${name}\n#endif`,
    `int ${name.toLowerCase()}${index} = ${name};`,
    `${name} `,
    `char *file = __FILE__; int line = __LINE__;`,
    '#pragma pack(push, 2)',
    '#pragma pack(pop)',
    ...(random.oneIn(6)
      ? [`#pragma push_macro("${name}")`, '#define HAS __has_include("h4.h")', '#if HAS\nhas\n#endif']
      : []),
    ...(random.oneIn(6) ? [`#pragma pop_macro("${name}")`] : []),
    ...deeper.map(
      (other) => `#include ${random.oneIn(2) ? `"${other.replace(/.*\//, index >= 2 ? '' : '$&')}"` : `<${other}>`}`,
    ),
  ];
  return random.pick([...kinds, ...kinds.slice(-deeper.length || kinds.length)]);
}

function unit(random: Random): string {
  const lines = Array.from({ length: 2 + random.below(6) }, () => {
    const name = random.pick(NAMES);
    const defines = [`#define ${name} ${random.pick(['1', '2', 'own', '__LINE__'])}`, `#undef ${name}`, `${name} ;`];
    return random.oneIn(3) ? random.pick(defines) : `#include "${random.pick(HEADERS)}"`;
  });
  return `${'\n'.repeat(random.below(12))}${lines.join('\n')}\nend A B C D F\n`;
}
