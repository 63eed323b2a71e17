// Sockets whose peer sends nondeterministic input: a number as text each time.
// Natives, if the environment is searched; otherwise there is no network, and a program that uses it cannot be run.

import { obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';

const SOCKET = 3;

const online =
  (run: NativeRun): NativeRun =>
  (m, args, site, f) =>
    m.options.surroundings === 'searched' ? run(m, args, site, f) : obstruct('unsupported', 'there is no network');

const done = online(() => 0);

/** Copies as much of the text as fits; the rest is dropped. */
function receive(m: Machine, buffer: Int, size: number): number {
  const text = Buffer.from(`${m.inputs.next()}`, 'latin1').subarray(0, size);
  const a = m.memory.atWrite(buffer, size);
  m.memory.u8.set(text, a);
  return text.length;
}

const take = online((m, [, buffer, size]) => receive(m, buffer as Int, Number(size)));

export const sockets: NativeTable = {
  socket: online(() => SOCKET),
  accept: online(() => SOCKET + 1),
  connect: done,
  bind: done,
  listen: done,
  setsockopt: done,
  shutdown: done,
  recv: take,
  recvfrom: take,
  send: online((_m, [, , size]) => Number(size)),
  inet_addr: () => 0x0100007f,
};
