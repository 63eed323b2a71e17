// Arguments by the types and names of parameters; hints.ts overrides them where these do not say enough.
// Between the signatures of the models and the calls that are run.

import type { Call, ResultKind, Specified } from './call.js';
import { HINTS, type Hint } from './hints.js';
import { Maker, Random } from './maker.js';
import type { Parameter, Signature } from './signatures.js';
import { isSystemDependent, keepsResult, leavesErrnoOpen, looseResult } from './specified.js';

/** The `count` calls of a function: every third one has an argument that is wrong on purpose. */
export function callsOf(signature: Signature, seed: number, count: number, serial: () => number): Call[] {
  return Array.from({ length: count }, (_, i) => {
    const random = new Random(seed ^ hash(`${signature.name} ${i}`));
    return makeCall(signature, new Maker(random, serial(), i % 3 === 2 ? 'faulty' : 'sound'), HINTS[signature.name]);
  });
}

/** FNV-1a: the arguments of a function do not depend on which others are exercised. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193);
  return h;
}

function makeCall(signature: Signature, m: Maker, hint: Hint | undefined): Call {
  const made = hint?.(m);
  const given = made ?? argumentsOf(signature, m);
  const expression = typeof given === 'string' ? given : `${signature.name}(${given.join(', ')})`;
  return {
    function: signature.name,
    blocks: m.blocks,
    cells: m.cells,
    definition: '',
    before: m.before,
    expression,
    result: kindOf(signature.result),
    specified: specifiedOf(signature.name),
    memory: isSystemDependent(signature.name) ? 'unspecified' : 'specified',
    errno: leavesErrnoOpen(signature) ? 'unspecified' : 'specified',
    allocations: /\b(FILE|directory)\b/.test(signature.result) || keepsResult(signature.name) ? 'internal' : 'owned',
    after: [...(/\bchar \*$/.test(signature.result) ? ['say_text(r);'] : []), ...m.after],
    faulty: m.faulty,
  };
}

const specifiedOf = (name: string): Specified => (isSystemDependent(name) ? 'nothing' : looseResult(name));

export function kindOf(result: string): ResultKind {
  if (result.includes('*')) return 'pointer';
  if (result === 'void') return 'nothing';
  if (/\b(double|float)\b/.test(result)) return 'floating';
  return /\bunsigned\b|\bsize_t$/.test(result) && result !== 'ssize_t' ? 'unsigned' : 'signed';
}

function argumentsOf({ parameters }: Signature, m: Maker): string[] {
  const size = m.size();
  return parameters.map((p, i) => argumentFor(p, parameters.slice(i + 1), size, m));
}

const SIZES = /^(size|most|n|room|count)$/;
const INTEGERS = /^(unsigned |signed )?(int|long|short|char|unsigned|size_t|ssize_t|long long)$/;

function argumentFor(p: Parameter, rest: readonly Parameter[], size: number, m: Maker): string {
  const { type, name } = p;
  if (/\b(double|float)$/.test(type)) return m.pick(...FLOATS);
  if (INTEGERS.test(type) || /^unsigned (long|long long|short)$/.test(type)) return integerFor(p, size, m);
  const sized = rest.some((q) => SIZES.test(q.name) && INTEGERS.test(q.type));
  const argument = pointerFor(p, sized, size, m);
  if (argument === null) throw new Error(`no rule makes an argument for \`${type} ${name}\`: add a hint`);
  return argument;
}

const FLOATS = [
  '0.0',
  '-0.0',
  '1.0',
  '-1.0',
  '0.5',
  '2.5',
  '-3.75',
  '1e10',
  '1e300',
  '700.0',
  '__builtin_inf()',
  '-__builtin_inf()',
  '__builtin_nan("")',
  '1e-310',
  '3.0',
  '0.1',
];

const CHARACTERS = ['-1', '0', '9', '10', '32', '48', '65', '90', '97', '122', '127', '128', '255'];
const WIDE_CHARACTERS = ['0', '9', '32', '48', '65', '97', '127', '233', '0x20ac', '0xffffffffu'];

function integerFor({ type, name }: Parameter, size: number, m: Maker): string {
  if (name === 'fd') return m.pick(m.descriptor(), '-1');
  if (name === 'c' && type === 'unsigned') return m.pick(...WIDE_CHARACTERS);
  if (name === 'c') return m.pick(...CHARACTERS);
  if (name === 'at') return 'AT_FDCWD';
  if (name === 'to_at') return 'AT_FDCWD';
  if (SIZES.test(name) && /size_t/.test(type)) return String(size);
  if (name === 'mode') return m.pick('0', '0600', '0644', '4');
  if (name === 'flags' || name === 'flag') return '0';
  if (name === 'whence') return m.pick('SEEK_SET', 'SEEK_CUR', 'SEEK_END', '77');
  if (name === 'offset') return m.pick('0', '3', '-1', '100');
  if (name === 'base') return m.pick('0', '2', '8', '10', '16', '36', '1', '37', '-1');
  if (/unsigned/.test(type)) return m.pick('0', '1', '2', '255', '65536', '0x80000000u', '0xffffffffu');
  return type === 'int'
    ? m.pick('0', '1', '-1', '2', '7', '255', '256', '-129', '2147483647', '(-2147483647 - 1)')
    : m.pick('0', '1', '-1', '2', '255', '65536', '2147483648', '-9223372036854775807L');
}

/** Structures of models, by the names that headers give them. */
const STRUCTURES: Readonly<Record<string, string>> = {
  'struct regex': 'regex_t',
  'struct signal_set': 'sigset_t',
  'struct multibyte_state': 'mbstate_t',
  'struct pthread_attributes': 'pthread_attr_t',
  'struct pthread_mutex': 'pthread_mutex_t',
  'struct pthread_condition': 'pthread_cond_t',
  'struct pthread_rwlock': 'pthread_rwlock_t',
  'struct pthread_barrier': 'pthread_barrier_t',
  'struct semaphore': 'sem_t',
  'struct spawn_actions': 'posix_spawn_file_actions_t',
  'struct spawn_attributes': 'posix_spawnattr_t',
};

function pointerFor({ type, name }: Parameter, sized: boolean, size: number, m: Maker): string | null {
  const target = type.replace(/\s*\*$/, '').replace(/^const /, '');
  const isConst = type.startsWith('const ');
  if (target === 'FILE') return m.stream();
  if (target === 'char' && isConst) return name === 'path' ? m.someFile() : m.string();
  if (target === 'int' && isConst && /^(s|a|b|from|part|set)$/.test(name)) return m.wide();
  if (type.endsWith('**')) return /^(end|rest|out|error|result)$/.test(name) ? m.cell() : null;
  if (target === 'char' || target === 'void') {
    if (!sized) return target === 'char' && name === 'out' ? m.room(64) : null;
    return isConst ? m.data(size) : m.room(size);
  }
  if (target === 'int' && /^(to|out)$/.test(name) && sized) return m.room(size, 4);
  const structure = STRUCTURES[target] ?? target;
  if (/^(struct \w+|\w+_t)$/.test(structure)) return isConst ? zeroed(structure, m) : m.opaque(`sizeof(${structure})`);
  return /\*/.test(target) ? null : m.opaque(`sizeof(${structure})`);
}

/** A structure to read. */
function zeroed(structure: string, m: Maker): string {
  const name = m.opaque(`sizeof(${structure})`);
  if (name !== '0') m.before.push(`memset(${name}, 0, sizeof(${structure}));`);
  return name;
}
