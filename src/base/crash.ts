// What is said of an error of our own: its name, its message, where in caulk it was thrown and which place of the program was under way.
// Used wherever exceptions of engines are caught; the words are never empty.

import type { Location } from './source.js';

/** An error with the place of the analysed program that was under way. */
export class Crash extends Error {
  override readonly name = 'Crash';

  constructor(
    readonly place: Location,
    override readonly cause: unknown,
  ) {
    super(describeError(cause));
  }
}

/** The error with a place; the innermost place counts. Running out of memory or stack is no crash and goes on as it is. */
export const locateCrash = (error: unknown, place: () => Location): unknown =>
  error instanceof Crash || isExhaustion(error) ? error : new Crash(place(), error);

/** Thrown by what keeps to a limit of its own. */
export class Exhausted extends Error {
  override readonly name: string = 'Exhausted';
}

/** Is a limit reached, ours or that of the machine? */
export const isExhaustion = (error: unknown): boolean => error instanceof Exhausted || isOutOfMemory(error);

/** Stack or heap of the machine are used up: what was being changed may be left half done. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|allocation failed|array length/i.test(error.message);

/** One line, for diagnostics. */
export function describeError(error: unknown): string {
  if (error instanceof Crash) return `${error.message}, at ${error.place.file}:${error.place.line}`;
  if (!(error instanceof Error)) return String(error) || 'an error without a name';
  const frame = /\/([\w.-]+\.[jt]s:\d+)/.exec(error.stack?.split('\n    at ')[1] ?? '')?.[1];
  return `${error.name}${error.message ? `: ${error.message}` : ''}${frame ? ` (${frame})` : ''}`;
}
