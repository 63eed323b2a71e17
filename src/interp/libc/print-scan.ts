// The printf and scanf families: to streams, strings and fresh memory; with arguments or a va_list.
// Natives; one maker covers the plain, the `v` and the fortified version of each function.

import { obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { EBADF, EILSEQ, refuse } from './errno.js';
import { type Arguments, formatText } from './format.js';
import { duplicate } from './heap.js';
import { type Source, scanText, stringSource } from './scan.js';
import { streamOf } from './stdio-h.js';
import { readByte, type Stream, writeStream } from './streams.js';
import { bytesOf, readText, writePointer, writeText } from './strings.js';
import { readArguments } from './varargs.js';
import { readWide, textOfWide, wideOfText, writeWide } from './wide-strings.js';

type Print = (m: Machine, fixed: readonly Value[], text: (format: Value) => string, site: Site) => number;

/** The variadic arguments after the format. */
function fromCall(args: readonly Value[], first: number): Arguments {
  let at = first;
  return () => args[at++] ?? obstruct('unsupported', 'the format asks for more arguments than there are');
}

/** The same for wide formats: what they make is wide text. */
function widePrinter({ print, format }: Family, style: 'plain' | 'list'): NativeRun {
  return (m, args, site) => {
    const next = style === 'plain' ? fromCall(args, format + 1) : readArguments(m, args[format + 1]!);
    const text = (f: Value) => formatText(m, textOfWide(readWide(m, f as Int)), next, (wide) => wide);
    return print(m, args, text, site);
  };
}

/** `format` is the position of the format; the arguments before it are `fixed`. */
function printer(print: Print, format: number, style: 'plain' | 'list'): NativeRun {
  return (m, args, site) => {
    const next = style === 'plain' ? fromCall(args, format + 1) : readArguments(m, args[format + 1]!);
    return print(m, args, (f) => formatText(m, readText(m, f as Int), next), site);
  };
}

function toStream(s: Stream, text: string): number {
  return writeStream(s, bytesOf(text)) ? text.length : -1;
}

function toDescriptor(m: Machine, descriptor: Value, text: string): number {
  const stream = m.files.streamAt(Number(descriptor));
  return stream?.writable ? toStream(stream, text) : refuse(m, EBADF, -1);
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
  dprintf: { format: 1, print: (m, a, text) => toDescriptor(m, a[0]!, text(a[1]!)) },
  sprintf: { format: 1, print: (m, a, text) => toBuffer(m, a[0]!, Number.POSITIVE_INFINITY, text(a[1]!)) },
  snprintf: { format: 2, print: (m, a, text) => toBuffer(m, a[0]!, Number(a[1]), text(a[2]!)) },
  asprintf: { format: 1, print: (m, a, text, site) => toBlock(m, a[0]!, text(a[1]!), site) },
  __printf_chk: { format: 1, print: (m, a, text) => toStream(m.files.stdout, text(a[1]!)) },
  __fprintf_chk: { format: 2, print: (m, a, text) => toStream(streamOf(m, a[0]!), text(a[2]!)) },
  __dprintf_chk: { format: 2, print: (m, a, text) => toDescriptor(m, a[0]!, text(a[2]!)) },
  __sprintf_chk: { format: 3, print: (m, a, text) => toBuffer(m, a[0]!, Number.POSITIVE_INFINITY, text(a[3]!)) },
  __snprintf_chk: { format: 4, print: (m, a, text) => toBuffer(m, a[0]!, Number(a[1]), text(a[4]!)) },
  __asprintf_chk: { format: 2, print: (m, a, text, site) => toBlock(m, a[0]!, text(a[2]!), site) },
};

/** swprintf: all of it or nothing, as far as the result says. */
function toWideBuffer(m: Machine, buffer: Value, size: number, text: string): number {
  const units = wideOfText(text);
  if (size > 0) writeWide(m, buffer as Int, [...units.slice(0, size - 1), 0]);
  return units.length < size ? units.length : -1;
}

/** The characters of files are bytes. */
function toWideStream(m: Machine, s: Stream, text: string): number {
  return [...text].every((c) => c < '\x80') ? toStream(s, text) : refuse(m, EILSEQ, -1);
}

const wideFamilies: Record<string, Family> = {
  wprintf: { format: 0, print: (m, a, text) => toWideStream(m, m.files.stdout, text(a[0]!)) },
  fwprintf: { format: 1, print: (m, a, text) => toWideStream(m, streamOf(m, a[0]!), text(a[1]!)) },
  swprintf: { format: 2, print: (m, a, text) => toWideBuffer(m, a[0]!, Number(a[1]), text(a[2]!)) },
  __wprintf_chk: { format: 1, print: (m, a, text) => toWideStream(m, m.files.stdout, text(a[1]!)) },
  __fwprintf_chk: { format: 2, print: (m, a, text) => toWideStream(m, streamOf(m, a[0]!), text(a[2]!)) },
  __swprintf_chk: { format: 4, print: (m, a, text) => toWideBuffer(m, a[0]!, Number(a[1]), text(a[4]!)) },
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
  for (const [name, family] of Object.entries(wideFamilies)) {
    table[name] = widePrinter(family, 'plain');
    table[listName(name)] = widePrinter(family, 'list');
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
