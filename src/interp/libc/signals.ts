// signal.h: sets of signals, handlers, and signals that the program sends to itself.
// Natives; raise runs the program's handler, so that a call of it ends its segment.

import { fail } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { EINVAL, libraryObject, refuse, setErrno } from './errno.js';
import { SIZE_MAX } from './heap.js';
import { readInt32, readPointer, writePointer } from './strings.js';

/** Signals of Linux are numbered from 1; a set has one bit for each. */
const MOST = 64;
const SET_BYTES = 8;
const SA_SIGINFO = 4;
const SIG_DFL = 0;
const SIG_IGN = 1;
/** SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing unless there is a handler. */
const HARMLESS: ReadonlySet<number> = new Set([17, 18, 23, 28]);
/** SIGKILL and SIGSTOP cannot be caught. */
const UNCATCHABLE: ReadonlySet<number> = new Set([9, 19]);

const isSignal = (n: number) => n >= 1 && n <= MOST;

const fillSet =
  (byte: number): NativeRun =>
  (m, [set]) => {
    if (set === 0) return refuse(m, EINVAL, -1);
    const a = m.memory.atWrite(set as Int, SET_BYTES);
    m.memory.u8.fill(byte, a, a + SET_BYTES);
    return 0;
  };

/** Applies `change` to the byte of a set that holds the signal, whose bit is `mask`. */
const member =
  (change: (m: Machine, at: number, mask: number) => number): NativeRun =>
  (m, [set, signal]) => {
    const n = Number(signal);
    if (set === 0 || !isSignal(n)) return refuse(m, EINVAL, -1);
    const a = m.memory.atWrite(set as Int, SET_BYTES);
    return change(m, a + ((n - 1) >> 3), 1 << ((n - 1) & 7));
  };

/** Registers a handler; the one before. */
function handle(m: Machine, signal: number, handler: Value): Value {
  const before = m.process.signalHandlers.get(signal) ?? SIG_DFL;
  m.process.signalHandlers.set(signal, handler);
  return before;
}

export const signals: NativeTable = {
  sigemptyset: fillSet(0),
  sigfillset: fillSet(0xff),
  sigaddset: member((m, at, mask) => {
    m.memory.u8[at]! |= mask;
    return 0;
  }),
  sigdelset: member((m, at, mask) => {
    m.memory.u8[at]! &= ~mask;
    return 0;
  }),
  sigismember: member((m, at, mask) => (m.memory.u8[at]! & mask ? 1 : 0)),
  sigprocmask: () => 0,
  signal: (m, [signal, handler]) => {
    const n = Number(signal);
    if (isSignal(n) && !UNCATCHABLE.has(n)) return handle(m, n, handler!);
    setErrno(m, EINVAL);
    return normalize(SIZE_MAX(m)); // SIG_ERR
  },
  /** The handler is the first field of the record. */
  sigaction: (m, [signal, action, old]) => {
    const n = Number(signal);
    if (!isSignal(n) || (action !== 0 && UNCATCHABLE.has(n))) return refuse(m, EINVAL, -1);
    const next = action === 0 ? null : readPointer(m, action as Int);
    const before = next === null ? (m.process.signalHandlers.get(n) ?? SIG_DFL) : handle(m, n, next);
    if (next !== null && isDetailed(m, action!)) m.process.detailedSignals.add(n);
    else if (next !== null) m.process.detailedSignals.delete(n);
    if (old !== 0) writePointer(m, old as Int, before as Int);
    return 0;
  },
};

/** What a handler with SA_SIGINFO is told, without contents. */
const details = (m: Machine): number => libraryObject(m, 'siginfo', 1024);

/** The flags of the record follow the handler and a set of 128 bytes. */
function isDetailed(m: Machine, action: Value): boolean {
  return (readInt32(m, (action as number) + m.pointerSize + 128) & SA_SIGINFO) !== 0;
}

/** The signal is delivered before the call returns. */
export const raise: NativeRun = (m, [signal], site) => {
  const n = Number(signal);
  if (n === 0) return 0;
  if (!isSignal(n)) return refuse(m, EINVAL, -1);
  const handler = m.process.signalHandlers.get(n) ?? SIG_DFL;
  if (handler === SIG_IGN || (handler === SIG_DFL && HARMLESS.has(n))) return 0;
  if (handler === SIG_DFL) fail('abort', `the program raised signal ${n}`);
  if (m.process.detailedSignals.has(n)) m.callPointer(handler, [n, details(m), details(m)], site);
  else m.callPointer(handler, [n], site);
  return 0;
};
