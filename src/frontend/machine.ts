// The target machine: what a compiler's predefined macros say of it, or why programs for it cannot be analysed.
// Between ask-compiler.ts, which has the macros, and the parser, which lays types out by the result.

import { ILP32, LLP64, LP64, type Target, type VaList } from '../types/types.js';

/** A target, or a sentence that says why there is none. */
export type Machine = Target | { readonly refused: string };

/** Values of predefined macros, by name. */
export type Macros = ReadonlyMap<string, string>;

export const readMacros = (text: string): Macros =>
  new Map([...text.matchAll(/^#define (\w+) (.*)$/gm)].map(([, name, value]) => [name!, value!.trim()]));

interface Architecture {
  readonly name: string;
  readonly macro: string;
  /** By how much long numbers and vectors are aligned; `va_list`, for pointers of a size. */
  readonly eightAlign: 4 | 8;
  readonly vectorAlign: number;
  readonly vaList: (pointerSize: number) => VaList;
}

const pointer = (size: number): VaList => ({ kind: 'pointer', size });

/** The architectures whose conventions are known and compared with gcc's; see test/frontend/targets.test.ts. */
const ARCHITECTURES: readonly Architecture[] = [
  {
    name: 'x86_64',
    macro: '__x86_64__',
    eightAlign: 8,
    vectorAlign: 64,
    vaList: (size) => ({ kind: 'array', size: 8 + 2 * size }),
  },
  { name: 'i386', macro: '__i386__', eightAlign: 4, vectorAlign: 64, vaList: pointer },
  {
    name: 'aarch64',
    macro: '__aarch64__',
    eightAlign: 8,
    vectorAlign: 16,
    vaList: (size) => ({ kind: 'record', size: 8 + 3 * size }),
  },
  { name: 'arm', macro: '__arm__', eightAlign: 8, vectorAlign: 8, vaList: (size) => ({ kind: 'record', size }) },
  { name: 'riscv', macro: '__riscv', eightAlign: 8, vectorAlign: 2 ** 16, vaList: pointer },
];

const KNOWN = ARCHITECTURES.map(({ name }) => name).join(', ');

/** What the compiler says; null if it does not say enough. */
export function machineOf(macros: Macros, flags: readonly string[]): Machine | null {
  const number = (name: string): number => Number(macros.get(name) ?? 0);
  if (!macros.has('__SIZEOF_POINTER__')) return null;
  const architecture = ARCHITECTURES.find(({ macro }) => macros.has(macro));
  const problem = refusal(macros, architecture);
  if (problem || !architecture) return { refused: problem ?? `caulk knows the machines ${KNOWN}, not this one` };
  const windows = macros.has('_WIN32');
  const isMicrosoft = macros.has('_MSC_VER');
  const apple = macros.has('__APPLE__');
  const pointerSize = number('__SIZEOF_POINTER__') as 4 | 8;
  const isAligned = windows || flags.includes('-malign-double');
  const eightAlign = isAligned ? 8 : architecture.eightAlign;
  return {
    name: architecture.name,
    pointerSize,
    longSize: number('__SIZEOF_LONG__') as 4 | 8,
    eightAlign,
    longDouble: longDoubleOf(macros, eightAlign),
    size: plainType(macros.get('__SIZE_TYPE__')) as Target['size'],
    ptrdiff: plainType(macros.get('__PTRDIFF_TYPE__')) as Target['ptrdiff'],
    wchar: plainType(macros.get('__WCHAR_TYPE__')) as Target['wchar'],
    charSigned: !macros.has('__CHAR_UNSIGNED__'),
    gnuInline: macros.has('__GNUC_GNU_INLINE__'),
    enums: enumsOf(macros, flags),
    bitFields: bitFieldsOf(macros, flags, architecture),
    biggestAlign: architecture.name === 'arm' ? 8 : 16,
    vectorAlign: apple ? 16 : architecture.vectorAlign,
    taggedMembers: isMicrosoft || hasTaggedMembers(flags),
    pack: packOf(flags),
    vaList:
      windows || (apple && architecture.name === 'aarch64') ? pointer(pointerSize) : architecture.vaList(pointerSize),
    libraryRecords: hasKnownRecords(macros, architecture) && !isMicrosoft ? 'glibc' : 'unknown',
  };
}

/** Why programs for the machine cannot be analysed; null if they can. */
function refusal(macros: Macros, architecture: Architecture | undefined): string | null {
  const order = macros.get('__BYTE_ORDER__') ?? '__ORDER_LITTLE_ENDIAN__';
  if (order !== '__ORDER_LITTLE_ENDIAN__') {
    return 'its byte order is big endian; caulk analyses programs for little-endian machines';
  }
  if (architecture?.name === 'arm' && !macros.has('__ARM_EABI__') && !macros.has('_WIN32')) {
    return 'it has an ARM convention before EABI, which caulk does not know';
  }
  const sizes = ['4', '8'];
  const strange =
    macros.get('__SIZEOF_INT__') !== '4' ||
    !sizes.includes(macros.get('__SIZEOF_POINTER__')!) ||
    !sizes.includes(macros.get('__SIZEOF_LONG__') ?? '');
  return strange ? 'caulk knows machines with int of 4 bytes, and long and pointers of 4 or 8' : null;
}

/** gcc writes `long unsigned int`, clang `unsigned short` and `long unsigned int`. */
function plainType(spelled = 'int'): string {
  const words = spelled.split(' ');
  const size = words.includes('short') ? 'short' : 'long '.repeat(words.filter((w) => w === 'long').length).trim();
  return `${words.includes('unsigned') ? 'unsigned ' : ''}${size || 'int'}`;
}

function longDoubleOf(macros: Macros, eightAlign: number): Target['longDouble'] {
  const size = Number(macros.get('__SIZEOF_LONG_DOUBLE__') ?? 8);
  const align = size === 12 ? 4 : size === 8 ? eightAlign : 16;
  return { size, align, format: macros.get('__LDBL_MANT_DIG__') === '64' ? 'x87' : 'ieee' };
}

const lastOf = (flags: readonly string[], pattern: RegExp): string | undefined =>
  flags.findLast((f) => pattern.test(f));

function enumsOf(macros: Macros, flags: readonly string[]): Target['enums'] {
  const asked = lastOf(flags, /^-f(?:no-)?short-enums$/);
  if (asked) return asked === '-fshort-enums' ? 'shortest' : 'gnu';
  if (macros.get('__ARM_SIZEOF_MINIMAL_ENUM') === '1') return 'shortest';
  return macros.has('_MSC_VER') ? 'int' : 'gnu';
}

function bitFieldsOf(macros: Macros, flags: readonly string[], { name }: Architecture): Target['bitFields'] {
  const asked = lastOf(flags, /^-m(?:no-)?ms-bitfields$/);
  if (asked ? asked === '-mms-bitfields' : macros.has('_WIN32')) return 'ms';
  const isArm = name === 'aarch64' || name === 'arm';
  return isArm && !macros.has('__APPLE__') ? 'aapcs' : 'sysv';
}

const hasTaggedMembers = (flags: readonly string[]): boolean =>
  (lastOf(flags, /^-f(?:no-)?(?:ms|plan9)-extensions$/) ?? '-fno').startsWith('-fno') === false;

function packOf(flags: readonly string[]): number {
  const asked = lastOf(flags, /^-f(?:no-)?pack-struct(?:=|$)/);
  return asked?.startsWith('-fpack') ? Number(asked.split('=')[1] ?? 1) : 0;
}

const hasKnownRecords = (macros: Macros, { name }: Architecture): boolean =>
  macros.has('__linux__') && (name === 'x86_64' || name === 'i386') && !isX32(macros);

const isX32 = (macros: Macros): boolean => macros.has('__x86_64__') && macros.get('__SIZEOF_POINTER__') === '4';

/**
 * The machine by the flags and the compiler's name, for compilers that cannot be asked: the WebAssembly one, or one that
 * prints no macros.
 */
export function machineByName(compiler: string, flags: readonly string[]): Machine {
  let machine = machineOfTriple(/^(.*-)?[\w.]+$/.exec(compiler)?.[1] ?? '');
  let charSigned = true;
  for (const flag of flags) {
    if (flag === '-m32') machine = ILP32;
    else if (flag === '-m64') machine = LP64;
    else if (flag.startsWith('--target=')) machine = machineOfTriple(flag.slice('--target='.length));
    else if (flag === '-funsigned-char' || flag === '-fno-signed-char') charSigned = false;
    else if (flag === '-fsigned-char' || flag === '-fno-unsigned-char') charSigned = true;
  }
  if ('refused' in machine) return machine;
  const enums = enumsOf(new Map(), flags);
  const taggedMembers = hasTaggedMembers(flags);
  return { ...machine, charSigned, gnuInline: hasGnuInline(flags), enums, taggedMembers, pack: packOf(flags) };
}

function machineOfTriple(triple: string): Machine {
  if (triple === '') return LP64;
  const windows = /mingw|windows|cygwin/.test(triple);
  if (/^x86_64/.test(triple)) return windows ? LLP64 : LP64;
  if (/^i[3-6]86/.test(triple) && !windows) return ILP32;
  return { refused: `the compiler does not say what ${triple.replace(/-$/, '')} looks like` };
}

const C89 = /^(?:-ansi|--?std=(?:[cg](?:nu)?(?:89|90)|iso9899:(?:1990|199409)))$/;

/** `-fgnu89-inline` decides wherever it stands, else the last standard that is named. */
function hasGnuInline(flags: readonly string[]): boolean {
  const asked = lastOf(flags, /^-f(?:no-)?gnu89-inline$/);
  if (asked) return asked === '-fgnu89-inline';
  return C89.test(lastOf(flags, /^(?:-ansi$|--?std=)/) ?? '');
}
