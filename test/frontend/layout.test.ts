// Layouts equal those of gcc: sizes, alignments, offsets and bit positions of hundreds of random struct types.
// gcc's values are constants in its assembly output: no program is run, and 32-bit targets need no C library.

import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { targetMachine } from '../../src/frontend/ask-compiler.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { ILP32, LLP64, LP64, type RecordType, type Target } from '../../src/types/types.js';
import { compileToData } from '../support/assembly.js';
import { Random } from '../support/random.js';
import { type GeneratedRecord, generateRecords, PRELUDE } from '../support/struct-generator.js';

const COUNT = 400;
const SEED = 20_240_117;

/** The position of each member: the byte offset, or the bits of a bit-field. */
interface Layout {
  readonly text: string;
  readonly size: number;
  readonly align: number;
  readonly members: Readonly<Record<string, number | string>>;
}

/** One constant array per record, with one added to each number to avoid abbreviated runs of zeros. */
function questions({ keyword, tag, members }: GeneratedRecord): string {
  const type = `${keyword} ${tag}`;
  const offsets = members
    .filter(({ ones }) => ones === null)
    .map(({ name }) => `1 + __builtin_offsetof(${type}, ${name})`);
  const numbers = [`1 + sizeof(${type})`, `1 + _Alignof(${type})`, ...offsets];
  const bits = members
    .filter(({ ones }) => ones !== null)
    .map(({ name, ones }) => `${type} bits_${tag}_${name} = { .${name} = ${ones} };`);
  return [`unsigned numbers_${tag}[] = { ${numbers.join(', ')} };`, ...bits].join('\n');
}

function gccLayouts(records: readonly GeneratedRecord[], flags: readonly string[], compiler: string): Layout[] {
  const data = compileToData(
    [PRELUDE, ...records.map(({ text }) => text), ...records.map(questions)].join('\n'),
    flags,
    compiler,
  );
  return records.map(({ tag, text, members }) => {
    const numbers = new Uint32Array(Uint8Array.from(data.get(`numbers_${tag}`)!).buffer).map((n) => n - 1);
    let next = 2;
    const where = members.map(({ name, ones }) => [
      name,
      ones === null ? numbers[next++]! : showBits(onesIn(data.get(`bits_${tag}_${name}`)!)),
    ]);
    return { text, size: numbers[0]!, align: numbers[1]!, members: Object.fromEntries(where) };
  });
}

function ourLayouts(records: readonly GeneratedRecord[], target: Target): Layout[] {
  const variables = records.map(({ keyword, tag }) => `${keyword} ${tag} variable_${tag};`);
  const source = [PRELUDE, ...records.map(({ text }) => text), ...variables, ''].join('\n');
  const unit = readUnit('layout.c', Buffer.from(source), target);
  expect(unit.diagnostics).toEqual([]);
  return records.map(({ tag, text }) => {
    const type = typeOf(unit, `variable_${tag}`);
    return { text, size: type.size, align: type.align, members: Object.fromEntries(membersOf(type, 0)) };
  });
}

function typeOf(unit: Unit, variable: string): RecordType {
  const type = unit.globals.find(({ name }) => name === variable)?.type;
  if (type?.kind !== 'record') throw new Error(`${variable} is not of a record type`);
  return type;
}

function membersOf(type: RecordType, base: number): [string, number | string][] {
  return (type.fields ?? []).flatMap((field): [string, number | string][] => {
    const offset = base + field.offset;
    if (field.name === null) return field.type.kind === 'record' ? membersOf(field.type, offset) : [];
    if (!field.bits) return [[field.name, offset]];
    const first = 8 * offset + field.bits.shift;
    return [[field.name, showBits(Array.from({ length: field.bits.width }, (_, i) => first + i))]];
  });
}

function onesIn(bytes: readonly number[]): number[] {
  return bytes.flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).map((bit) => 8 * i + bit),
  );
}

function showBits(bits: readonly number[]): string {
  return `bits ${bits[0]} to ${bits.at(-1)}, ${bits.length} of them`;
}

/** CAULK_COMPILERS in the environment asks for more, separated by commas: they are asked for their machine. */
const MORE = (process.env.CAULK_COMPILERS ?? '').split(',').filter((command) => command !== '');

function machineFor(command: string): Target {
  const [compiler, ...flags] = command.split(' ');
  const path = spawnSync('which', [compiler!], { encoding: 'utf8' }).stdout.trim();
  const machine = targetMachine({ kind: 'program', path }, flags);
  if ('refused' in machine) throw new Error(machine.refused);
  return machine;
}

describe('layouts', () => {
  it.each([
    ['gcc -m64', LP64],
    ['gcc -m32', ILP32],
    ['x86_64-w64-mingw32-gcc', LLP64],
    ['gcc -m64 -mms-bitfields -fpack-struct=4', null],
    ...MORE.map((command) => [command, null] as const),
  ] as const)('equal those of %s', (command, expected) => {
    const target = machineFor(command);
    if (expected) expect(target).toEqual(expected);
    const [compiler, ...flags] = command.split(' ');
    const records = generateRecords(new Random(SEED), COUNT, target.longSize === 8 ? 64 : 32);
    const theirs = gccLayouts(records, flags, compiler!);
    const ours = ourLayouts(records, target);
    const different = ours.flatMap((layout, i) => (isDeepStrictEqual(layout, theirs[i]) ? [] : [[layout, theirs[i]]]));
    expect(different).toEqual([]);
  });
});
