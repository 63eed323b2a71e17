// Belief: a program that raises a signal which ends the process by default means to end.
// Asked by calls.ts at every call of raise.

import type { FunctionSymbol } from '../../../ir/program.js';
import { isKnown, numberOf, type Value } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const fatalSignal: Belief = {
  name: 'fatal-signal',
  why: 'raise(SIGSEGV) behind a failed check stands for abort; handlers of such signals rarely return.',
  stage: 'call',
  effect: 'silences',
};

/** SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGKILL and SIGSEGV of Linux */
const FATAL: ReadonlySet<number> = new Set([4, 6, 7, 8, 9, 11]);

export const endsProcess = ({ name }: FunctionSymbol, [signal]: readonly Value[]): boolean =>
  name === 'raise' && signal !== undefined && isKnown(signal) && FATAL.has(numberOf(signal));
