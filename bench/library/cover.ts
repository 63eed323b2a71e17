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
  readonly style: Style;
}

/** Engines that prove what must not be proved. */
export interface WrongProof {
  readonly engines: readonly EngineName[];
  readonly cover: Cover;
}

/** Of the calls of a function, a third is claimed; and at most this many wrong calls, new blocks, and blocks that are given. */
const MOST = { errors: 3, leaks: 1, owners: 2 };

/** The calls of one function. */
export function coversOf(calls: readonly Call[], observations: readonly Observation[], prefix: string): Cover[] {
  const pairs = calls.map((call, i) => ({ call, seen: observations[i]! }));
  const sound = pairs.filter(({ seen }) => !seen.error);
  const failed = pairs.filter(({ seen }) => propertyOf(seen) !== null);
  const fresh = sound.filter(
    ({ call, seen }) => call.allocations === 'owned' && seen.shown.get('r')?.startsWith('fresh'),
  );
  const owners = sound.filter(({ call }) => call.blocks.some((b) => b.where === 'heap' && isUsed(b, call)));
  return [
    ...sound.slice(0, 1).map(({ call }) => controlCover(call, `${prefix}_control`)),
    ...sound
      .slice(0, Math.ceil(calls.length / 3))
      .map(({ call, seen }, i) => valueCover(call, seen, `${prefix}_value_${i}`, STYLES[i % STYLES.length]!)),
    ...failed.slice(0, MOST.errors).map(({ call, seen }, i) => errorCover(call, seen, `${prefix}_error_${i}`)),
    ...fresh.slice(0, MOST.leaks).map(({ call }, i) => leakCover(call, `${prefix}_leak_${i}`)),
    ...owners.slice(0, MOST.owners).map(({ call, seen }, i) => ownerCover(call, seen, `${prefix}_owner_${i}`)),
  ];
}

const ACCESSES = /^(out-of-bounds|null-dereference|use-after-free)$/;

function propertyOf({ error }: Observation): Property | null {
  if (!error) return null;
  if (ACCESSES.test(error.kind)) return 'valid-deref';
  return /^(double-free|invalid-free)$/.test(error.kind) ? 'valid-free' : null;
}

/** Where the memory of a call is: engines treat variables and allocations differently. */
type Style = 'variables' | 'allocations';
const STYLES: readonly Style[] = ['variables', 'allocations'];

/** Without a claim: an engine that proves it does not cover all others merely by giving up. */
const controlCover = (call: Call, name: string): Cover => ({
  name,
  call,
  text: writeFunction(call, name, []),
  property: 'valid-deref',
  claim: '',
  conditions: [],
  failed: false,
  style: 'variables',
});

export const isControl = ({ name }: Cover): boolean => name.endsWith('_control');

function valueCover(call: Call, seen: Observation, name: string, style: Style): Cover {
  const conditions = [
    ...resultConditions(call, seen),
    ...cellConditions(call, seen),
    ...numberConditions(call, seen),
    ...byteConditions(call, seen),
  ];
  const failed = seen.shown.get('r') === 'null';
  return claiming({ call, name, failed, style: failed ? 'variables' : style }, conditions);
}

type Claim = Pick<Cover, 'call' | 'name' | 'failed' | 'style'>;

function claiming(of: Claim, conditions: readonly string[]): Cover {
  const claim = conditions.join(' && ') || '1';
  const text = writeFunction(of.call, of.name, [`if (${claim}) *(volatile char *)0 = 1;`], of.style);
  return { ...of, text, property: 'valid-deref', claim, conditions };
}

/** The same with one or two conditions: what is proved of one of these is the shortest program that shows it. */
export function simplerThan({ call, conditions, name, failed, style }: Cover): Cover[] {
  if (conditions.length < 2) return [];
  const [first, ...others] = conditions;
  const few = [...conditions.map((c) => [c]), ...others.map((c) => [first!, c])];
  return few.map((some, i) => claiming({ call, name: `${name}_only_${i}`, failed, style }, some));
}

function errorCover(call: Call, seen: Observation, name: string): Cover {
  const claim = `${seen.error!.kind}${seen.error!.block ? ` of ${seen.error!.block}` : ''}`;
  const text = writeFunction(call, name, []);
  return { name, call, text, property: propertyOf(seen)!, claim, conditions: [], failed: false, style: 'variables' };
}

const isUsed = ({ name }: Block, { expression, cells }: Call): boolean =>
  new RegExp(`\\b${name}\\b`).test([expression, ...cells.map((c) => c.initially)].join(' '));

/** A block that was freed must not be freed again; one that was not is leaked. */
function ownerCover(call: Call, seen: Observation, name: string): Cover {
  const block = call.blocks.find((b) => b.where === 'heap')!.name;
  const isGone = seen.shown.get('gone') === block;
  const text = writeFunction(call, name, isGone ? [`free(${block});`] : []);
  const property = isGone ? 'valid-free' : 'valid-memtrack';
  const claim = isGone ? `${block} was freed, and is freed again` : `${block} is never freed`;
  return {
    name,
    call,
    text,
    property,
    claim,
    conditions: [],
    failed: seen.shown.get('r') === 'null',
    style: 'variables',
  };
}

/** The result is not freed. */
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
    style: 'variables',
  };
}

function writeFunction(call: Call, name: string, after: readonly string[], style: Style = 'variables'): string {
  const lines = [
    ...call.blocks.flatMap((b) => memoryOf(b, style)),
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

function memoryOf(b: Block, style: Style): string[] {
  const { name, size, bytes } = b;
  if (b.where === 'heap')
    return [`unsigned char *${name} = malloc(${size});`, `memcpy(${name}, ${literal(bytes!)}, ${size});`];
  const declared =
    style === 'variables' ? `unsigned char ${name}[${size}]` : `unsigned char *${name} = malloc(${size})`;
  if (bytes === null) return [`${declared};`, `memset(${name}, 170, ${size});`];
  if (style === 'variables') return [`${declared} = { ${bytes.join(', ')} };`];
  return [`${declared};`, bytes.map((byte, i) => `${name}[${i}] = ${byte};`).join(' ')];
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

/** What hints show besides: variables and numbers of calls. */
const numberConditions = ({ after }: Call, { shown }: Observation): string[] =>
  after.flatMap((statement) =>
    [...statement.matchAll(/say_number\("(\w+)", ([\w.]+)\);/g)].flatMap(([, name, variable]) =>
      shown.has(name!) ? [`${variable} == ${signed(shown.get(name!)!)}`] : [],
    ),
  );

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
