// Summaries and findings as bytes that mean the same in every thread and every run: functions, variables and places in
// the text by name, types by what they say. Whatever fields summaries have or will have is carried along.

import { ForkingMap } from '../../base/forking-map.js';
import { NO_NAMES } from '../../base/name-filter.js';
import { ByteWriter, PickleError, pickle } from '../../base/pickle.js';
import { SourceText } from '../../base/source.js';
import { type Blanks, countAt, unpickle } from '../../base/unpickle.js';
import { PackedFunction, type PackedGlobal } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { restoreType, type SavedType, saveType } from '../../ir/pack/saved-type.js';
import type { GlobalVariable, LocalVariable } from '../../ir/program.js';
import { ZERO } from '../../numeric/range.js';
import type { CType } from '../../types/types.js';
import type { Finding, Site } from '../engine.js';
import type { Told } from './beliefs/claims.js';
import { makeCell, makeFact, makeField, State } from './domain/state.js';
import { addressOf, type SavedSymbols, Symbols } from './domain/symbols.js';
import type { Outcome, Summary } from './summary/summary.js';

/** Something that is not written but named. */
type Token =
  | readonly ['function', string]
  | readonly ['variable', string]
  | readonly ['text', string]
  | readonly ['type', SavedType]
  | readonly ['site', string, number, number]
  | readonly ['local'];

const WORDS: readonly string[] = [
  ...['function', 'variable', 'text', 'type', 'site', 'local', 'complete', 'outcomes', 'symbols', 'state', 'result'],
  ...[
    'registers',
    'cells',
    'facts',
    'same',
    'cases',
    'apart',
    'rounds',
    'births',
    'steps',
    'blurredIn',
    'name',
    'kind',
  ],
  ...['untouched', 'fields', 'before', 'status', 'maybeNull', 'escaped', 'wiped', 'epoch', 'copyOf', 'size', 'via'],
  ...[
    'freed',
    'value',
    'written',
    'symbol',
    'plus',
    'index',
    'event',
    'conditional',
    'message',
    'low',
    'high',
    'nonzero',
  ],
  ...['numbers', 'infos', 'bounds', 'of', 'key', 'op', 'left', 'right', 'at', 'parameter', 'global', 'input', 'term'],
  ...['fresh', 'opaque', 'uninitialized', 'heap', 'unknown', 'live', 'zero', '', 'rule', 'certainty', 'engine'],
  ...['condition', 'trace', 'allocation', 'modular', 'possible', 'definite', 'leak', 'null-dereference', 'pointer'],
  ...['int', 'void', 'char', 'record', 'unsigned int', 'unsigned long', 'long', 'unsigned char', '*'],
];

export function sealSummary(program: PackedProgram, summary: Summary): Uint8Array {
  const { symbols, outcomes, ...rest } = summary;
  const plain = outcomes.map(({ state, ...outcome }) => ({ ...outcome, state: fieldsOf(state) }));
  const numbers = numbersIn([plain, rest], symbols);
  return seal(program, { ...rest, outcomes: plain, symbols: symbols.save(numbers) });
}

export function openSummary(program: PackedProgram, bytes: Uint8Array): Summary {
  const saved = unseal(program, bytes) as { symbols: SavedSymbols; outcomes: readonly (Outcome & { state: object })[] };
  const symbols = Symbols.restore(saved.symbols);
  const outcomes = saved.outcomes.map((o) => ({ ...o, state: stateOf(symbols, o.state) }));
  return { ...(saved as unknown as Summary), symbols, outcomes };
}

export const sealFindings = (program: PackedProgram, { found, claims, evidence }: Told): Uint8Array =>
  seal(program, { found, claims, evidence });

/** The functions that findings speak of, and what they look like: if one looks different, so may what is said of it. */
export function looksOf(program: PackedProgram, findings: readonly Finding[]): Look[] {
  const looks = new Map<string, string>();
  const note = ({ source, at }: Site): void => {
    const { owner } = program.ownerOf(source, at);
    if (!looks.has(owner)) looks.set(owner, program.lookOf(owner));
  };
  for (const { site, trace, allocation } of findings) {
    note(site);
    if (allocation) note(allocation);
    for (const step of trace) note(step.site);
  }
  return [...looks];
}

/** A function by id, and its look. */
export type Look = readonly [string, string];

export const openFindings = (program: PackedProgram, bytes: Uint8Array): Told => unseal(program, bytes) as Told;

/** What the state itself keeps of who owns which cell is of no use to others. */
function fieldsOf(state: State): object {
  const { symbols: _, own: __, ...fields } = state as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) if (value instanceof ForkingMap) fields[name] = value.plain;
  if (fields.forgotten === NO_NAMES) delete fields.forgotten;
  return fields;
}

function stateOf(symbols: Symbols, fields: object): State {
  const state = new State(symbols);
  const known = state as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields))
    known[name] = known[name] instanceof ForkingMap ? new ForkingMap(value) : value;
  return state;
}

/**
 * Symbols are known by number, and any number may be one: all numbers that occur, and in turn those in what these are
 * made of. A few too many are kept; none is forgotten, whatever summaries come to be made of.
 */
function numbersIn(root: unknown, symbols: Symbols): Set<number> {
  const found = new Set<number>();
  const seen = new Set<object>();
  const work: unknown[] = [root];
  const visit = (value: unknown): void => {
    if (typeof value === 'number') {
      if (value < 0 || value >= symbols.count || !Number.isInteger(value) || found.has(value)) return;
      found.add(value);
      work.push(symbols.info(value));
      visit(symbols.holderOf(value));
    } else if (typeof value === 'object' && value !== null && !seen.has(value) && !isOpaque(value)) {
      seen.add(value);
      work.push(value);
    }
  };
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (value instanceof Map) for (const pair of value) pair.forEach(visit);
    else if (value instanceof Set || Array.isArray(value)) for (const one of value) visit(one);
    else if (typeof value === 'object') for (const one of Object.values(value as object)) visit(one);
  }
  return found;
}

/** Things without symbols in them. */
const isOpaque = (object: object): boolean => object instanceof Uint8Array || isOutside(object);

const isOutside = (object: object): boolean =>
  'quals' in object ||
  ('source' in object && object.source instanceof SourceText) ||
  object instanceof PackedFunction ||
  'threadLocal' in object ||
  object instanceof SourceText ||
  'ownsBlock' in object;

function tokenOf(program: PackedProgram, object: object): Token {
  if (object instanceof PackedFunction) return ['function', program.idOf(object)];
  if ('threadLocal' in object) return variableToken(program, object as GlobalVariable);
  if ('quals' in object) return ['type', saveType(object as CType)];
  if ('ownsBlock' in object) return ['local'];
  if (!('source' in object)) throw new PickleError('a text by itself');
  const { source, at, end } = object as Site;
  const { owner, from } = program.ownerOf(source, at);
  return ['site', owner, at - from, end - at];
}

function variableToken(program: PackedProgram, g: GlobalVariable): Token {
  if (!g.literal) return ['variable', program.idOf(g as PackedGlobal)];
  const value = g.initializer?.[0]?.value;
  return ['text', value?.kind === 'string' ? Buffer.from(value.bytes).toString('latin1') : ''];
}

function meaningOf(program: PackedProgram, token: Token): unknown {
  switch (token[0]) {
    case 'function':
      return program.functionOf(token[1]);
    case 'variable':
      return program.variableWith(token[1]);
    case 'text':
      return program.literalOf(token[1]);
    case 'type':
      return restoreType(program.types, token[1]);
    case 'site':
      return program.siteIn(token[1], token[2], token[3]);
    case 'local':
      return A_LOCAL;
  }
}

/** A caller cannot tell the callee's variables apart, and does not ask. */
const A_LOCAL: Pick<LocalVariable, 'kind' | 'name' | 'id'> = { kind: 'local', name: '', id: -1 };

/** Whatever is made of functions, places, types and plain data. */
export function seal(program: PackedProgram, content: unknown): Uint8Array {
  const numbers = new Map<object | string, number>();
  const tokens: Token[] = [];
  const numberOf = (object: object): number => {
    if (!isOutside(object)) return -1;
    const known = numbers.get(object);
    if (known !== undefined) return known;
    const token = tokenOf(program, object);
    const text = JSON.stringify(token);
    const number = numbers.get(text) ?? tokens.length;
    if (number === tokens.length) tokens.push(token);
    numbers.set(object, number);
    numbers.set(text, number);
    return number;
  };
  const body = pickle(content, WORDS, { numberOf });
  const head = pickle(tokens, WORDS);
  const out = new ByteWriter();
  out.count(head.length);
  out.raw(head);
  out.raw(body);
  return out.done();
}

export function unseal(program: PackedProgram, bytes: Uint8Array): unknown {
  const { size, start } = countAt(bytes);
  const tokens = unpickle(bytes.subarray(start, start + size), WORDS) as Token[];
  const known: unknown[] = [];
  const outside = (n: number): unknown => {
    const token = tokens[n];
    if (!token) throw new PickleError('a token is missing');
    known[n] ??= meaningOf(program, token);
    return known[n];
  };
  return unpickle(bytes.subarray(start + size), WORDS, outside, 0, BLANKS);
}

const BLANKS: Blanks = new Map(
  [
    () => makeCell(0, 'unknown', 'unknown'),
    () => makeField(0, 0, null),
    () => addressOf(0),
    () => makeFact(ZERO, false),
  ].map((make: () => object) => [Object.keys(make()).join(), make]),
);
