// The environment of the program: termination, assertions, time, locale, signals, hints to the compiler.
// Natives; whatever could differ from run to run is fixed, so that runs are deterministic.

import { fail, obstruct, Stop } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Int } from '../wide.js';
import { normalize } from '../wide.js';
import { EFAULT, EINVAL, errnoPointer, refuse } from './errno.js';
import { writeStream } from './streams.js';
import { moveBytes, strings } from './string-h.js';
import { bytesOf, readText } from './strings.js';

const zero: NativeRun = () => 0;
const first: NativeRun = (_m, [v]) => v ?? 0;
/** Monday, 1 January 2024, 00:00:00 UTC. */
const EPOCH = 1704067200;
/** The size of `struct timezone`. */
const TIME_ZONE_BYTES = 8;

const quickExit: NativeRun = (_m, [status]) => {
  throw new Stop({ kind: 'exit', status: Number(status) & 0xff });
};

const jump: NativeRun = () => obstruct('unsupported', 'setjmp and longjmp cannot be run');

const now: NativeRun = (m, [where]) => {
  const time = EPOCH + m.process.tick();
  if (where !== undefined && where !== 0) {
    const a = m.memory.atWrite(where as Int, m.pointerSize);
    if (m.pointerSize === 8) m.memory.view.setBigInt64(a, BigInt(time), true);
    else m.memory.view.setInt32(a, time, true);
  }
  return time;
};

/** Fills a record of seconds and a fraction. */
const storeTime =
  (index: number): NativeRun =>
  (m, args) => {
    const where = args[index] as Int;
    const a = m.memory.atWrite(where, 2 * m.pointerSize);
    m.memory.u8.fill(0, a, a + 2 * m.pointerSize);
    m.memory.view.setInt32(a, EPOCH + m.process.tick(), true);
    return 0;
  };

/** No time passes, but the record must be there and hold less than a second of nanoseconds. */
const sleep: NativeRun = (m, [wanted]) => {
  if (wanted === 0) return refuse(m, EFAULT, -1);
  const a = m.memory.at(wanted as Int, 2 * m.pointerSize);
  const [seconds, fraction] = [a, a + m.pointerSize].map((at) =>
    m.pointerSize === 8 ? Number(m.memory.view.getBigInt64(at, true)) : m.memory.view.getInt32(at, true),
  );
  return seconds! < 0 || fraction! < 0 || fraction! > 999_999_999 ? refuse(m, EINVAL, -1) : 0;
};

/** Functions on a mutex of a program with one thread: the first word must be there. */
const onMutex: NativeRun = (m, [mutex]) => {
  m.memory.atWrite(mutex as Int, 4);
  return 0;
};

/** The fortified versions carry the size of the target, which memory checks anyway. */
const fortified =
  (name: string): NativeRun =>
  (m, args, site, f) =>
    strings[name]!(m, args, site, f);

function makeFortified(): Record<string, NativeRun> {
  const table: Record<string, NativeRun> = {};
  for (const name of [
    'memcpy',
    'memmove',
    'memset',
    'mempcpy',
    'strcpy',
    'stpcpy',
    'strncpy',
    'stpncpy',
    'strcat',
    'strncat',
  ]) {
    table[`__${name}_chk`] = fortified(name);
  }
  return table;
}

/** Which word of an `fd_set` a descriptor is in; the library ends programs that use one beyond the set. */
const wordOfSet: NativeRun = (m, [fd]) => {
  const n = Number(fd);
  return n >= 0 && n < 1024
    ? Math.trunc(n / (8 * m.pointerSize))
    : fail('abort', 'the descriptor is too large for fd_set');
};

export const system: NativeTable = {
  ...makeFortified(),
  __fdelt_chk: wordOfSet,
  abort: () => fail('abort', 'the program called abort'),
  trap: () => fail('abort', 'the program trapped'),
  unreachable: () => fail('unreachable', 'control reached unreachable code'),
  __assert_fail: (m, [text, , , where]) => {
    const inside = where ? ` in ${readText(m, where as Int)}` : '';
    return fail('assertion', `assertion failed${inside}: ${readText(m, text as Int)}`);
  },
  __assert: (m, [text]) => fail('assertion', `assertion failed: ${readText(m, text as Int)}`),
  _exit: quickExit,
  _Exit: quickExit,
  quick_exit: quickExit,
  atexit: (m, [pointer]) => {
    m.process.exitHandlers.push({ pointer: pointer!, args: [] });
    return 0;
  },
  on_exit: (m, [pointer, data]) => {
    m.process.exitHandlers.push({ pointer: pointer!, args: [0, data!] });
    return 0;
  },
  setjmp: jump,
  _setjmp: jump,
  __sigsetjmp: jump,
  sigsetjmp: jump,
  longjmp: jump,
  siglongjmp: jump,
  __errno_location: (m) => errnoPointer(m),
  alarm: zero,
  sleep: zero,
  usleep: zero,
  nanosleep: sleep,
  sched_yield: zero,
  getpid: () => 4242,
  getuid: () => 1000,
  geteuid: () => 1000,
  time: now,
  clock: (m) => m.process.tick() * 1000,
  gettimeofday: (m, args, site, f) => {
    if (args[1] !== 0) strings.memset!(m, [args[1]!, 0, TIME_ZONE_BYTES], site, f);
    return args[0] === 0 ? 0 : storeTime(0)(m, args, site, f);
  },
  clock_gettime: storeTime(1),
  difftime: (_m, [a, b]) => Number(a) - Number(b),
  expect: first,
  expect_with_probability: first,
  assume_aligned: first,
  launder: first,
  prefetch: zero,
  constant_p: zero,
  object_size: (_m, [, kind]) => (Number(kind) & 2 ? 0 : normalize(2n ** 64n - 1n)),
  dynamic_object_size: (_m, [, kind]) => (Number(kind) & 2 ? 0 : normalize(2n ** 64n - 1n)),
  frame_address: (_m, _args, _site, f) => f.depth * 64 + 4096,
  return_address: zero,
  extract_return_addr: first,
  __clear_cache: zero,
  clear_padding: zero,
  stack_save: zero,
  stack_restore: zero,
  cpu_init: zero,
  cpu_supports: zero,
  getrandom: (m, [where, n]) => {
    const a = m.memory.atWrite(where as Int, Number(n));
    for (let i = 0; i < Number(n); i++) m.memory.u8[a + i] = m.process.random.next() & 0xff;
    return n!;
  },
  sysconf: () => 4096,
  getpagesize: () => 4096,
  err: (m, args) => {
    if (args[1] !== 0) writeStream(m.files.stderr, bytesOf(`${readText(m, args[1] as Int)}\n`));
    throw new Stop({ kind: 'exit', status: Number(args[0]) & 0xff });
  },
  pthread_mutex_init: onMutex,
  pthread_mutex_lock: onMutex,
  pthread_mutex_unlock: onMutex,
  pthread_mutex_destroy: onMutex,
  pthread_create: () => EINVAL,
  memcpy_inline: (m, [to, from, n]) => moveBytes(m, to!, from!, n!),
};
