// For each observation a function that makes the same call and then crashes if what happened happens: an engine that proves
// the crash impossible does not cover the real behaviour of the library.

import type { EngineName, Property } from '../../src/engines/engine.js';
import { type Block, type Call, literal } from './call.js';
import { assigned, quietHead } from './harness.js';
import type { Observation } from './observation.js';

/** A function to analyse, and what must not be proved of it. */
export interface Cover {
  readonly name: string;
  readonly call: Call;
  readonly text: string;
  readonly property: Property;
  /** What happened, in words. */
  readonly claim: string;
  /** The conditions of the claim, if it has any. */
  readonly conditions: readonly string[];
  /** Does the call give null where allocations are assumed to succeed? */
  readonly failed: boolean;
}

/** Engines that prove what must not be proved. */
export interface WrongProof {
  readonly engines: readonly EngineName[];
  readonly cover: Cover;
}

/** At most this many sound calls of a function, wrong calls, and new blocks. */
const MOST = { values: 3, errors: 2, leaks: 1 };

/** The calls of one function. */
export function coversOf(calls: readonly Call[], observations: readonly Observation[], prefix: string): Cover[] {
  const pairs = calls.map((call, i) => ({ call, seen: observations[i]! }));
  const sound = pairs.filter(({ seen }) => !seen.error);
  const failed = pairs.filter(({ seen }) => propertyOf(seen) !== null);
  const fresh = sound.filter(
    ({ call, seen }) => call.allocations === 'owned' && seen.shown.get('r')?.startsWith('fresh'),
  );
  return [
    ...sound.slice(0, MOST.values).map(({ call, seen }, i) => valueCover(call, seen, `${prefix}_value_${i}`)),
    ...failed.slice(0, MOST.errors).map(({ call, seen }, i) => errorCover(call, seen, `${prefix}_error_${i}`)),
    ...fresh.slice(0, MOST.leaks).map(({ call }, i) => leakCover(call, `${prefix}_leak_${i}`)),
  ];
}

const ACCESSES = /^(out-of-bounds|null-dereference|use-after-free)$/;

function propertyOf({ error }: Observation): Property | null {
  if (!error) return null;
  if (ACCESSES.test(error.kind)) return 'valid-deref';
  return /^(double-free|invalid-free)$/.test(error.kind) ? 'valid-free' : null;
}

export function valueCover(call: Call, seen: Observation, name: string): Cover {
  const conditions = [...resultConditions(call, seen), ...cellConditions(call, seen), ...byteConditions(call, seen)];
  return claiming(call, conditions, name, seen.shown.get('r') === 'null');
}

function claiming(call: Call, conditions: readonly string[], name: string, failed: boolean): Cover {
  const claim = conditions.join(' && ') || '1';
  const text = writeFunction(call, name, [`if (${claim}) *(volatile char *)0 = 1;`]);
  return { name, call, text, property: 'valid-deref', claim, conditions, failed };
}

/** The same with one or two conditions: what is proved of one of these is the shortest program that shows it. */
export const simplerThan = ({ call, conditions, name, failed }: Cover): Cover[] =>
  conditions.length < 2
    ? []
    : [...conditions.map((c) => [c]), ...conditions.slice(1).map((c) => [conditions[0]!, c])].map((few, i) =>
        claiming(call, few, `${name}_only_${i}`, failed),
      );

function errorCover(call: Call, seen: Observation, name: string): Cover {
  const claim = `${seen.error!.kind}${seen.error!.block ? ` of ${seen.error!.block}` : ''}`;
  const text = writeFunction(call, name, []);
  return { name, call, text, property: propertyOf(seen)!, claim, conditions: [], failed: false };
}

/** The result is not freed; everything else is. */
function leakCover(call: Call, name: string): Cover {
  const kept = call.blocks.filter((b) => b.where === 'heap').length > 0;
  const text = writeFunction(call, name, []);
  return {
    name,
    call,
    text,
    property: 'valid-memtrack',
    claim: `a new block is never freed${kept ? ', nor are others' : ''}`,
    conditions: [],
    failed: false,
  };
}

function writeFunction(call: Call, name: string, after: readonly string[]): string {
  const lines = [
    ...call.blocks.flatMap(memoryOf),
    ...call.cells.map((c) => `void *${c.name} = (void *)${c.initially};`),
    ...call.before,
    `${assigned(call)}${call.expression.replace(/^listed_/, `${name}_listed_`)};`,
    ...after,
  ];
  return `${call.definition.replaceAll('listed_', `${name}_listed_`)}void ${name}(void) {\n${lines.map((l) => `  ${l}\n`).join('')}}\n`.replaceAll(
    '(blocks + 1)',
    'name_of_no_block',
  );
}

function memoryOf(b: Block): string[] {
  if (b.bytes === null) return [`unsigned char ${b.name}[${b.size}];`, `memset(${b.name}, 170, ${b.size});`];
  if (b.where === 'guarded') return [`unsigned char ${b.name}[${b.size}] = { ${b.bytes.join(', ')} };`];
  return [`unsigned char *${b.name} = malloc(${b.size});`, `memcpy(${b.name}, ${literal(b.bytes)}, ${b.size});`];
}

function resultConditions({ result }: Call, { shown }: Observation): string[] {
  const value = shown.get('r');
  if (value === undefined || result === 'nothing') return [];
  if (result === 'pointer')
    return [...pointerCondition('(unsigned char *)r', value), ...textConditions(shown.get('text'))];
  if (result !== 'floating') return [`r == ${result === 'unsigned' ? `${value}ull` : signed(value)}`];
  if (value === 'nan') return ['r != r'];
  if (/inf/.test(value)) return [value.startsWith('-') ? 'r < -1e308' : 'r > 1e308'];
  return [`r == ${/[.e]/.test(value) ? value : `${value}.0`}`];
}

const signed = (value: string): string =>
  value === '-9223372036854775808' ? '(-9223372036854775807ll - 1)' : `${value}ll`;

function pointerCondition(pointer: string, value: string): string[] {
  if (value === 'null') return [`${pointer} == 0`];
  if (value === 'minus-one') return [`${pointer} == (unsigned char *)-1`];
  if (value === 'seven') return [`${pointer} == (unsigned char *)7`];
  const inside = /^(b\d+)\+(\d+)$/.exec(value);
  return [inside ? `${pointer} == ${inside[1]} + ${inside[2]}` : `${pointer} != 0`];
}

/** The string that the result points to. */
function textConditions(hex: string | undefined): string[] {
  if (hex === undefined) return [];
  return [...bytesIn(hex), 0].map((byte, i) => `((unsigned char *)r)[${i}] == ${byte}`);
}

const cellConditions = ({ cells }: Call, { shown }: Observation): string[] =>
  cells.flatMap((c) => (shown.has(c.name) ? pointerCondition(`(unsigned char *)${c.name}`, shown.get(c.name)!) : []));

const byteConditions = ({ blocks }: Call, { shown }: Observation): string[] =>
  blocks.flatMap((b) => {
    const hex = shown.get(b.name);
    if (b.bytes === null || b.where === 'heap' || hex === undefined) return [];
    return bytesIn(hex).map((byte, i) => `${b.name}[${i}] == ${byte}`);
  });

const bytesIn = (hex: string): number[] => (hex.match(/../g) ?? []).map((h) => Number.parseInt(h, 16));

export const coverProgram = (covers: readonly Cover[], prototypes: string): string =>
  `${quietHead(prototypes)}static char name_of_no_block[64];\n${covers.map((c) => c.text).join('')}`;

/** The shortest program that shows a wrong proof: without what other functions need. */
export const shortProgram = ({ text }: Cover): string => text.trim();
