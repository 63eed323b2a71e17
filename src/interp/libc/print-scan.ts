// The printf and scanf families: to streams, strings and fresh memory; with arguments or a va_list.
// Natives; one maker covers the plain, the `v` and the fortified version of each function.

import { obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { type Arguments, formatText } from './format.js';
import { duplicate } from './heap.js';
import { type Source, scanText, stringSource } from './scan.js';
import { streamOf } from './stdio-h.js';
import { readByte, type Stream, writeStream } from './streams.js';
import { bytesOf, readText, writePointer, writeText } from './strings.js';
import { readArguments } from './varargs.js';

type Print = (m: Machine, fixed: readonly Value[], text: (format: Value) => string, site: Site) => number;

/** The variadic arguments after the format. */
function fromCall(args: readonly Value[], first: number): Arguments {
  let at = first;
  return () => args[at++] ?? obstruct('unsupported', 'the format asks for more arguments than there are');
}

/** `format` is the position of the format; the arguments before it are `fixed`. */
function printer(print: Print, format: number, style: 'plain' | 'list'): NativeRun {
  return (m, args, site) => {
    const next = style === 'plain' ? fromCall(args, format + 1) : readArguments(m, args[format + 1]!);
    return print(m, args, (f) => formatText(m, f as Int, next), site);
  };
}

function toStream(s: Stream, text: string): number {
  return writeStream(s, bytesOf(text)) ? text.length : -1;
}

/** snprintf: stores as much as fits, returns the whole length. */
function toBuffer(m: Machine, buffer: Value, size: number, text: string): number {
  if (size > 0) writeText(m, buffer as Int, bytesOf(text.slice(0, size - 1)));
  return text.length;
}

function toBlock(m: Machine, where: Value, text: string, site: Site): number {
  const pointer = duplicate(m, bytesOf(text), site);
  if (pointer === 0) return -1;
  writePointer(m, where as Int, pointer);
  return text.length;
}

interface Family {
  readonly print: Print;
  readonly format: number;
}

const families: Record<string, Family> = {
  printf: { format: 0, print: (m, a, text) => toStream(m.files.stdout, text(a[0]!)) },
  fprintf: { format: 1, print: (m, a, text) => toStream(streamOf(m, a[0]!), text(a[1]!)) },
  dprintf: { format: 1, print: (m, a, text) => toStream(a[0] === 2 ? m.files.stderr : m.files.stdout, text(a[1]!)) },
  sprintf: { format: 1, print: (m, a, text) => toBuffer(m, a[0]!, Number.POSITIVE_INFINITY, text(a[1]!)) },
  snprintf: { format: 2, print: (m, a, text) => toBuffer(m, a[0]!, Number(a[1]), text(a[2]!)) },
  asprintf: { format: 1, print: (m, a, text, site) => toBlock(m, a[0]!, text(a[1]!), site) },
  __printf_chk: { format: 1, print: (m, a, text) => toStream(m.files.stdout, text(a[1]!)) },
  __fprintf_chk: { format: 2, print: (m, a, text) => toStream(streamOf(m, a[0]!), text(a[2]!)) },
  __sprintf_chk: { format: 3, print: (m, a, text) => toBuffer(m, a[0]!, Number.POSITIVE_INFINITY, text(a[3]!)) },
  __snprintf_chk: { format: 4, print: (m, a, text) => toBuffer(m, a[0]!, Number(a[1]), text(a[4]!)) },
  __asprintf_chk: { format: 2, print: (m, a, text, site) => toBlock(m, a[0]!, text(a[2]!), site) },
};

const listName = (name: string) => (name.startsWith('__') ? name.replace('__', '__v') : `v${name}`);

function streamSource(s: Stream): Source {
  let taken = 0;
  let held: number | null = null;
  return {
    peek() {
      held ??= readByte(s);
      if (held >= 0) {
        s.pushed.push(held);
        const c = held;
        held = null;
        return c;
      }
      held = null;
      return -1;
    },
    take() {
      readByte(s);
      taken++;
    },
    get taken() {
      return taken;
    },
  };
}

function scanner(
  format: number,
  source: (m: Machine, args: readonly Value[]) => Source,
  style: 'plain' | 'list',
): NativeRun {
  return (m, args, site) => {
    const next = style === 'plain' ? fromCall(args, format + 1) : readArguments(m, args[format + 1]!);
    return scanText(m, source(m, args), args[format] as Int, next, (n) => m.allocator.allocate(n, site));
  };
}

const sources: Record<string, { format: number; source: (m: Machine, args: readonly Value[]) => Source }> = {
  scanf: { format: 0, source: (m) => streamSource(m.files.stdin) },
  fscanf: { format: 1, source: (m, a) => streamSource(streamOf(m, a[0]!)) },
  sscanf: { format: 1, source: (m, a) => stringSource(readText(m, a[0] as Int)) },
};

function makeTable(): NativeTable {
  const table: Record<string, NativeRun> = {};
  for (const [name, { print, format }] of Object.entries(families)) {
    table[name] = printer(print, format, 'plain');
    table[listName(name)] = printer(print, format, 'list');
  }
  for (const [name, { format, source }] of Object.entries(sources)) {
    for (const prefix of ['', '__isoc99_', '__isoc23_']) {
      table[prefix + name] = scanner(format, source, 'plain');
      table[`${prefix}v${name}`] = scanner(format, source, 'list');
    }
  }
  table.fprintf_unlocked = table.fprintf!;
  table.printf_unlocked = table.printf!;
  return table;
}

export const printing: NativeTable = makeTable();
