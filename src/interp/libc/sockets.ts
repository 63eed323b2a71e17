// Sockets whose peer sends nondeterministic input: a number as text each time.
// Natives, if the environment is searched; otherwise there is no network, and a program that uses it cannot be run.

import { obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';
import { libraryObject } from './errno.js';
import { parseInteger } from './numbers.js';
import { bytesOf, readText, writeInt32, writeText } from './strings.js';

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

/** One to four numbers between dots, the last of which fills all bytes that are left; null if it is no address. */
function parseAddress(text: string): number | null {
  const parts = /^[^\s]*/.exec(text)![0].split('.');
  if (parts.length > 4 || !parts.every((part) => /^(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)$/.test(part))) return null;
  const numbers = parts.map((part) => Number(parseInteger(part, 0).value));
  const last = numbers.pop()!;
  if (numbers.some((n) => n > 255) || last >= 256 ** (4 - numbers.length)) return null;
  const address = numbers.reduce((sum, n, i) => sum + n * 256 ** (3 - i), last);
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, address);
  return view.getUint32(0, true);
}

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
  inet_aton: (m, [text, out]) => {
    const address = parseAddress(readText(m, text as Int));
    if (address === null) return 0;
    if (out !== 0) writeInt32(m, out as Int, address | 0);
    return 1;
  },
  inet_ntoa: (m, [address]) => {
    const text = (address as Uint8Array).join('.');
    const kept = libraryObject(m, 'inet_ntoa', 18);
    writeText(m, kept, bytesOf(text));
    return kept;
  },
  inet_addr: (m, [text]) => parseAddress(readText(m, text as Int)) ?? 0xffffffff,
};
