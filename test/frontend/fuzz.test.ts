// The front end never throws on mutated programs: the result is always a unit with diagnostics.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';
import { Random } from '../support/random.js';

/** CAULK_PROGRAMS in the environment asks for more. */
const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 6_000);
const SEED = 4711;

/** Text that the mutations insert: difficult tokens. */
const MORSELS = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    ',',
    '"',
    "'",
    '\\',
    '/*',
    '*/',
    '//',
    '#',
    '\n',
    '\0',
    '...',
    '->',
    '::',
    '\u00e9',
  ],
  ...[
    'typedef ',
    'struct ',
    'union {',
    'enum {',
    'static ',
    'int ',
    'void ',
    '_Generic(',
    'sizeof ',
    '__typeof__(',
    'goto ',
  ],
  ...['case ', 'default:', 'switch (0) ', 'do ', 'while (', 'for (;;) ', 'else ', 'return ', '__attribute__((', 'asm('],
  ...[
    '({',
    '})',
    '&&x',
    '*',
    '&',
    '=',
    '? :',
    ' : 3',
    '0x',
    '1e',
    '0b2',
    "L'",
    'u8"',
    '99999999999999999999',
    '__builtin_va_arg(',
  ],
  ...[
    '# 1 "x.h" 1 3\n',
    '#pragma pack(1)\n',
    '__extension__ ',
    '_Static_assert(',
    '[*]',
    '.x = ',
    '__builtin_offsetof(',
  ],
];

const programs = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.c'))
  .sort()
  .map((name) => readFileSync(join('examples', name), 'latin1').replace(/^#.*$/gm, ''));

function mutate(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.oneIn(4) ? random.below(200) : random.below(8);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at); // truncate
    case 1:
      return text.slice(0, at) + text.slice(at + length); // delete a part
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 + random.below(3)) + text.slice(at);
    case 3:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    case 4: {
      const from = random.below(text.length + 1); // move a part
      return text.slice(0, at) + text.slice(from, from + length) + text.slice(at);
    }
    default:
      return text.slice(0, at) + random.pick(MORSELS) + text.slice(at);
  }
}

describe('fuzz', () => {
  it('the front end never throws on mutated examples', { timeout: 3_600_000 }, () => {
    const random = new Random(SEED);
    for (let count = 0; count < PROGRAMS; count++) {
      let text = random.pick(programs);
      for (let i = random.below(6); i >= 0; i--) text = mutate(text, random);
      try {
        readUnit('fuzz.c', Buffer.from(text, 'latin1'), LP64);
      } catch (error) {
        throw new Error(`the front end throws on ${JSON.stringify(text)}`, { cause: error });
      }
    }
    expect(programs.length).toBeGreaterThan(10);
  });
});
