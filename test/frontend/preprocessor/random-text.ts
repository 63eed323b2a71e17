// Random macro definitions and uses: few names, so that they meet; nested and recursive, with # and ##.
// For preprocessor.test.ts; what compilers reject is rejected by us as well.

import { Random } from '../../support/random.js';

const NAMES = ['A', 'B', 'C', 'F', 'G', 'H', 'V', 'x', 'y'];
const OTHERS = ['1', '2e', '+', '-', '(', ')', ',', '"s"', "'c'", '.', '=', '<', '[', ']', '->', ' ', ' '];
const ARGUMENTS = [...NAMES, '1', '', 'a b', '(p, q)', '"t"', '\n', ' z '];

export function randomText(seed: number): string {
  const random = new Random(seed);
  const objects = ['A', 'B', 'C'].map((name) => `#define ${name} ${words(random)}`);
  const functions = ['F', 'G', 'H'].map((name) => `#define ${name}(x, y) ${body(random, ['x', 'y'])}`);
  const variadic = `#define V(x, ...) ${body(random, ['x', '__VA_ARGS__'])}`;
  const uses = Array.from({ length: 6 }, () => `${random.pick(NAMES)} ${call(random, 2)} ${random.pick(NAMES)}`);
  return [...objects, ...functions, variadic, ...uses, ''].join('\n');
}

/** Mostly names, with other tokens between them, close together or apart. */
function words(random: Random): string {
  const from = [...NAMES, ...NAMES, ...OTHERS.filter((text) => !'()'.includes(text))];
  return Array.from({ length: random.below(5) }, () => random.pick(from) + random.pick(['', ' ', ' '])).join('');
}

/** With balanced parentheses. */
function call(random: Random, depth: number): string {
  const argument = (): string => (depth > 0 && random.below(5) < 2 ? call(random, depth - 1) : random.pick(ARGUMENTS));
  const name = random.pick(['F', 'G', 'H', 'V']);
  return `${name}${random.pick(['', ' '])}(${argument()}${random.pick([',', ', '])}${argument()})`;
}

function body(random: Random, parameters: readonly string[]): string {
  const parts = Array.from({ length: 1 + random.below(6) }, () => {
    if (random.below(10) < 3) return random.pick([` ${random.pick(NAMES)} `, '+', ' -', ' 7 ', ` ${call(random, 0)} `]);
    const one = random.pick(parameters);
    const pasted = random.pick([` p##${one} `, ` ${one}##${random.pick(parameters)} `]);
    return random.oneIn(8) ? pasted : random.pick([one, ` ${one} `, ` #${one} `]);
  });
  return parts.join('');
}
