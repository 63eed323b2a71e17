// Memory outside a slice: of callers, of globals, and of calls that are not followed. Its pointers are assumed to be valid;
// each such assumption is recorded. Asked by the steps that read, write and free memory that is not in the graph.
//
// The invariant: a pointer from outside is null or points to a live object outside the graph, as long as the slice itself
// has done nothing that could make it wrong. What it has done is kept in flags, which are numbers of the state: a flag
// that is not known to be 0 counts as set. So whatever forgets numbers errs on the safe side.

import { isModel } from '../../models/origin.js';
import { assignRange, rangeOf } from '../../numeric/numbers.js';
import { constant } from '../../numeric/range.js';
import type { Slice } from '../engine.js';
import { because, type ReasonKind } from '../reason.js';
import { visibleFunction } from '../shared/frames.js';
import { retypes } from '../shared/retyping.js';
import type { Position } from './access.js';
import { doubt, type Here, type Settings, siteOf } from './analysis.js';
import {
  cellOf,
  ENDED,
  FOUND,
  FREED,
  GIVEN,
  isNull,
  isNumber,
  isOutside,
  MOVED,
  mayBeNullOutside,
  type Name,
  REFOUND,
  RETURNED,
  type Target,
  type Targets,
  UNINITIALIZED,
  UNKNOWN,
  WITHIN,
} from './paper/cell.js';
import type { ShapeNode } from './paper/graph.js';
import type { State } from './state.js';
import type { Slots } from './variable-names.js';

/**
 *   freed      memory that an argument points to may have been freed
 *   freedElse  other memory outside may have been freed
 *   spoilt     memory outside may hold pointers that are invalid, or that lead to memory of the slice
 *   nulled     the slice has stored null outside
 *   handed     memory outside may hold the last pointer to memory that the slice has allocated
 *   mixed      memory outside, or results of calls, may lead to what an argument points to because of the slice itself
 */
const FLAGS = ['freed', 'freedElse', 'spoilt', 'nulled', 'handed', 'mixed'] as const;
export type Flag = (typeof FLAGS)[number];

export interface Outside {
  readonly slice: Slice;
  /** Whether some code of the slice accesses memory as numbers that may hold pointers. */
  readonly retyped: () => boolean;
  readonly flags: Readonly<Record<Flag, Name>>;
}

export function outsideOf(slice: Slice, slots: Slots): Outside {
  const flags = FLAGS.map((flag) => [flag, slots.ofGhost(`outside: ${flag}`)] as const);
  let known: boolean | null = null;
  const retyped = () => {
    known ??= [...slice.follows].some((f) => !isModel(f) && retypes(f.body!));
    return known;
  };
  return { slice, retyped, flags: Object.fromEntries(flags) as Record<Flag, Name> };
}

const keyOf = ({ flags }: Outside, flag: Flag): number => cellOf(flags[flag], 0);

/** At the entry nothing has happened. */
export function withFlags({ outside }: Settings, state: State): State {
  if (!outside) return state;
  const numbers = FLAGS.reduce((n, flag) => assignRange(n, keyOf(outside, flag), constant(0)), state.numbers);
  return { ...state, numbers };
}

export function isClear({ settings }: Here, state: State, flag: Flag): boolean {
  const range = settings.outside && rangeOf(state.numbers, keyOf(settings.outside, flag));
  return range?.low === 0 && range.high === 0;
}

export function raise({ settings }: Here, state: State, ...flags: readonly Flag[]): State {
  const { outside } = settings;
  if (!outside) return state;
  const numbers = flags.reduce((n, flag) => assignRange(n, keyOf(outside, flag), constant(1)), state.numbers);
  return { ...state, numbers };
}

// ---- assumptions -----------------------------------------------------------------------------------------------

/** The sentence ends with the place. */
export function assumeThat(here: Here, kind: ReasonKind, text: string): void {
  const { source, at } = siteOf(here);
  const { line } = source.locate(at);
  here.settings.ledger.assume(because(kind, `${text} (${visibleFunction(here.frame).name}, line ${line})`));
}

const ORIGIN: readonly (readonly [Target, ReasonKind, string])[] = [
  [GIVEN, 'valid-argument', 'the argument that is dereferenced points to a live object of the type it is used as'],
  [
    FOUND,
    'valid-memory',
    'the pointer that is read from memory of others points to a live object of the type it is used as',
  ],
  [RETURNED, 'valid-result', 'the result of the call points to a live object of the type it is used as'],
];

function assumeValid(here: Here, target: Target): void {
  const known = ORIGIN.find(([origin]) => target === origin || target === origin + 1);
  const [, kind, text] = known ?? ORIGIN[1]!;
  assumeThat(here, kind, text);
}

export const LONG_ENOUGH = 'the array or text that is accessed is long enough';
const OWN_NULL = 'the pointer may be null: the function itself has stored null outside';

// ---- access ----------------------------------------------------------------------------------------------------

/** Records what makes the access valid; without the invariant it is open. */
export function accessOutside(here: Here, state: State, position: Position): void {
  const { target, displaced } = position;
  if (!isAlive(here, state, target)) doubt(here, 'valid-deref', 'memory from outside may have been freed before');
  if (target === REFOUND) doubt(here, 'valid-deref', OWN_NULL);
  else if (mayBeNullOutside(target)) assumeThat(here, 'not-null', 'the pointer is not null');
  if (displaced === 'yes' || target === MOVED)
    assumeThat(here, 'in-bounds', 'the element that is accessed lies inside its array');
  if (target !== MOVED) assumeValid(here, target);
}

const isAlive = (here: Here, state: State, target: Target): boolean =>
  isClear(here, state, 'freed') && (isArgument(target) || isClear(here, state, 'freedElse'));

/** The address of a member of null is not null: whoever computes one relies on a valid pointer. */
export function stepInside(here: Here, target: Target): void {
  if (target === REFOUND) doubt(here, 'valid-deref', OWN_NULL);
  else if (mayBeNullOutside(target)) assumeThat(here, 'not-null', 'the pointer is not null');
}

/** What is read from memory outside, as a pointer. */
export function loadedOutside(here: Here, state: State): Target {
  if (!isClear(here, state, 'spoilt')) return UNKNOWN;
  return isClear(here, state, 'nulled') ? FOUND : REFOUND;
}

/** How a variable holds an address from outside. */
export function heldOutside({ target, displaced }: Position): Target {
  if (displaced === 'no') return target;
  return target === REFOUND ? UNKNOWN : displaced === 'inside' ? WITHIN : MOVED;
}

// ---- writes ----------------------------------------------------------------------------------------------------

/** A pointer is stored outside, over one that was there. */
export function storedOutside(here: Here, before: State, state: State, held: Target): State {
  assumeThat(here, 'ownership', 'the pointer that is overwritten is not the last one to memory that must be freed');
  if (!isClear(here, before, 'handed'))
    doubt(here, 'valid-memtrack', 'the pointer that is overwritten may be the last one to memory of the function');
  return spoiltBy(here, state, [held]);
}

const WRONG: ReadonlySet<Target> = new Set([UNKNOWN, FREED, ENDED, UNINITIALIZED, MOVED, WITHIN]);

/** Pointers that are stored outside, and later read from there again. */
export function spoiltBy(here: Here, state: State, targets: Targets): State {
  const spoilt = targets.some((t) => WRONG.has(t)) ? raise(here, state, 'spoilt') : state;
  const nulled = targets.some((t) => isNull(t) || t === REFOUND) ? raise(here, spoilt, 'nulled') : spoilt;
  return targets.some(isArgument) ? raise(here, nulled, 'mixed') : nulled;
}

/** A number is stored outside. By its type it overwrites numbers, unless the slice has converted the pointer. */
export function numberStoredOutside(here: Here, state: State): State {
  assumeThat(here, 'typed-memory', 'the number that is stored outside does not overwrite a pointer');
  if (!here.settings.outside!.retyped()) return state;
  if (!isClear(here, state, 'handed'))
    doubt(here, 'valid-memtrack', 'the number that is stored may overwrite the last pointer to memory of the function');
  return raise(here, state, 'spoilt');
}

/** Bytes are written outside: parts of these. */
export function filledOutside(here: Here, state: State, ...targets: Targets): State {
  assumeThat(here, 'ownership', 'the memory that is overwritten holds no last pointer to memory that must be freed');
  if (!isClear(here, state, 'handed'))
    doubt(here, 'valid-memtrack', 'the bytes that are overwritten may hold the last pointer to memory of the function');
  return targets.some(isNumber) ? raise(here, state, 'spoilt') : spoiltBy(here, state, targets);
}

/** What may have been freed with the object that the pointer points to. */
export function freedBehind(here: Here, state: State, target: Target): State {
  const isDistinct = !isArgument(target) && isClear(here, state, 'mixed');
  return isDistinct ? raise(here, state, 'freedElse') : raise(here, state, 'freed', 'freedElse');
}

export const isArgument = (target: Target): boolean => target === GIVEN || target === GIVEN + 1;

/** Memory outside is freed. */
export function freeOutside(here: Here, state: State, { target, displaced }: Position): State {
  if (displaced !== 'no' || target === MOVED || target === WITHIN)
    doubt(here, 'valid-free', 'the pointer may point into the middle of an allocation');
  if (!isClear(here, state, 'freed') || !isClear(here, state, 'freedElse'))
    doubt(here, 'valid-free', 'memory from outside may have been freed before');
  assumeThat(here, 'ownership', 'the memory that is freed is an allocation that nothing else owns or uses');
  if (!isClear(here, state, 'handed'))
    doubt(here, 'valid-memtrack', 'the memory that is freed may hold the last pointer to memory of the function');
  return freedBehind(here, state, target);
}

export const isFromOutside = ({ settings }: Here, target: Target): boolean =>
  settings.outside !== null && isOutside(target);

/** A global variable of a slice: others change it as well. */
export const isForeign = ({ settings }: Here, { name, escaped }: ShapeNode): boolean =>
  settings.outside !== null && escaped && settings.slots.slot(name)?.variable?.kind === 'global';
