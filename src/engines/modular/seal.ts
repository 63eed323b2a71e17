// Serialises summaries and findings of this engine, by ir/pack/seal.ts: states and symbols become plain data.
// Carries along all fields of a summary, including future ones.

import { ForkingMap } from '../../base/forking-map.js';
import { NO_NAMES } from '../../base/name-filter.js';
import type { Blanks } from '../../base/unpickle.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { isReference, type SealFormat, seal, unseal } from '../../ir/pack/seal.js';
import { ZERO } from '../../numeric/range.js';
import { makeCell, makeFact, makeField, State } from './domain/state.js';
import { addressOf, type SavedSymbols, Symbols } from './domain/symbols.js';
import type { Conclusions } from './ownership/claims.js';
import type { Outcome, Summary } from './summary/summary.js';

const WORDS: readonly string[] = [
  ...['function', 'variable', 'text', 'type', 'site', 'local', 'outcomes', 'symbols', 'state', 'result'],
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
    'widenedIn',
    'name',
    'kind',
  ],
  ...[
    'untouched',
    'fields',
    'before',
    'status',
    'maybeNull',
    'escaped',
    'wiped',
    'epoch',
    'copyOf',
    'copied',
    'size',
    'via',
  ],
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
    'doubts',
    'failed',
    'gaps',
    'releasedBy',
    'by',
    'free',
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
  return seal(program, { ...rest, outcomes: plain, symbols: symbols.save(numbers) }, FORMAT);
}

export function openSummary(program: PackedProgram, bytes: Uint8Array): Summary {
  const saved = unseal(program, bytes, FORMAT) as {
    symbols: SavedSymbols;
    outcomes: readonly (Outcome & { state: object })[];
  };
  const symbols = Symbols.restore(saved.symbols);
  const outcomes = saved.outcomes.map((o) => ({ ...o, state: stateOf(symbols, o.state) }));
  return { ...(saved as unknown as Summary), symbols, outcomes };
}

export const sealFindings = (program: PackedProgram, { found, claims, evidence }: Conclusions): Uint8Array =>
  seal(program, { found, claims, evidence }, FORMAT);

export const openFindings = (program: PackedProgram, bytes: Uint8Array): Conclusions =>
  unseal(program, bytes, FORMAT) as Conclusions;

/** All fields of a state but its symbols, its record of unshared maps, and what only paths need: losses, which are reported, and what loops told. */
function fieldsOf(state: State): object {
  const { symbols: _, own: __, pending: ___, learned: ____, ...fields } = state as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) if (value instanceof ForkingMap) fields[name] = value.plain;
  if (fields.havocked === NO_NAMES) delete fields.havocked;
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
 * Symbols are numbers, and any number may be a symbol: keeps the symbols of all numbers that occur, and transitively of
 * their operands. That keeps a few too many, and never too few.
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

/** Objects that contain no symbols. */
const isOpaque = (object: object): boolean => object instanceof Uint8Array || isReference(object);

const BLANKS: Blanks = new Map(
  [
    () => makeCell(0, 'unknown', 'unknown'),
    () => makeField(0, 0, null),
    () => addressOf(0),
    () => makeFact(ZERO, false),
  ].map((make: () => object) => [Object.keys(make()).join(), make]),
);

const FORMAT: SealFormat = { words: WORDS, blanks: BLANKS };
