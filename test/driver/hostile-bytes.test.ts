// What comes from a store or a queue is data of strangers: random and spoiled bytes end in a miss or a message, never in a crash, a hang or code.
// Seeds are fixed; CAULK_PROGRAMS says how many spoiled units are analysed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PickleError, pickle } from '../../src/base/pickle.js';
import { unpickle } from '../../src/base/unpickle.js';
import { analyseInThisThread } from '../../src/driver/project/analyse-program.js';
import { Answerer } from '../../src/driver/project/answerer.js';
import {
  type RemoteTask,
  readDelivery,
  readOrder,
  readProgram,
  readResult,
  readTask,
  writeProgram,
  writeResult,
  writeTask,
} from '../../src/driver/queue/tasks.js';
import { readActionResult } from '../../src/driver/store/action-result.js';
import { unwrap, wrap } from '../../src/driver/store/envelope.js';
import { storeKey } from '../../src/driver/store/store.js';
import { modular } from '../../src/engines/modular/engine.js';
import { singleFileJob } from '../../src/frontend/compile-job.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { unseal } from '../../src/ir/pack/seal.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';
import { Random } from '../support/random.js';
import '../support/fixed-seed.js';

const HASH = storeKey('a');
const OPTIONS = { mallocMayFail: false, leakAtExit: false, budget: 2_000 } as const;

const TASKS: readonly RemoteTask[] = [
  {
    kind: 'analyse',
    program: HASH,
    engine: 'modular',
    options: OPTIONS,
    pieces: [{ functions: ['f@a.c'], pass: 'last', names: [['g@a.c', null]] }],
    summaries: [['g@a.c', new Uint8Array([1, 2])]],
  },
  { kind: 'answer', program: HASH, question: { kind: 'engine', engine: 'paths', entry: 'f@a.c', options: OPTIONS } },
  {
    kind: 'read',
    job: { ...singleFileJob('a.c', '/p', []), compiler: { kind: 'wasm' } },
    id: 'a.c',
    text: new TextEncoder().encode('int x;\n'),
  },
  {
    kind: 'answer',
    program: HASH,
    question: { kind: 'trial', finding: new Uint8Array(3), effort: { runs: 1, instructions: 2 } },
  },
];

/** One to three bytes differ, or the end is missing. */
function spoil(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.oneIn(8)) return bytes.subarray(0, random.below(bytes.length));
  const spoiled = new Uint8Array(bytes);
  for (let n = 1 + random.below(3); n > 0; n--) spoiled[random.below(bytes.length)] = random.below(256);
  return spoiled;
}

describe('readers of what arrives', () => {
  const readers = { readTask, readResult, readProgram, readActionResult };

  it('take what was written', () => {
    for (const task of TASKS) expect(readTask(writeTask(task))).toEqual(task);
    for (const result of [{ problem: 'p' }, { answer: new Uint8Array(2) }, { results: [] }])
      expect(readResult(writeResult(result))).toEqual(result);
    expect(readProgram(writeProgram([HASH]))).toEqual([HASH]);
  });

  it('take nothing else, and throw nothing', () => {
    const anything = fc.uint8Array({ maxLength: 300 });
    fc.assert(fc.property(anything, (bytes) => Object.values(readers).every((read) => read(bytes) === null)));
    const graph = fc.object({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true });
    const isNothing = (value: unknown) => readOrder(value) === null && readDelivery(value) === null;
    fc.assert(fc.property(graph, isNothing));
  });

  it('take only questions with a known engine and an end', () => {
    const [task] = TASKS.filter(({ kind }) => kind === 'answer');
    const wrong: object[] = [
      { kind: 'engine', engine: 'constructor', entry: 'f', options: OPTIONS },
      { kind: 'engine', engine: '../../../../tmp/x', entry: 'f', options: OPTIONS },
      { kind: 'engine', engine: 'paths', entry: 'f', options: { budget: Number.POSITIVE_INFINITY } },
      { kind: 'runs', units: ['a.c'], entry: 'f', steps: Number.NaN },
      { kind: 'proof', function: 'f', plan: { engines: ['__proto__'], steps: 1 } },
      { kind: 'shell', command: 'true' },
    ];
    for (const question of wrong) expect(readTask(pickle({ ...task, question }, []))).toBeNull();
    const [reading] = TASKS.filter(({ kind }) => kind === 'read');
    const job = { ...singleFileJob('a.c', '/p', []), compiler: { kind: 'program', path: '/bin/sh' } };
    expect(readTask(pickle({ ...reading, job }, []))).toBeNull();
  });

  it('of spoiled tasks end', () => {
    const random = new Random(1);
    for (const task of TASKS) for (let i = 0; i < 500; i++) readTask(spoil(writeTask(task), random));
  });
});

describe('unpickling', () => {
  it('of what is nested without end fails like anything else', () => {
    const ARRAY_OF_ONE = [9, 1];
    const deep = new Uint8Array(Array.from({ length: 200_000 }, () => ARRAY_OF_ONE).flat());
    expect(() => unpickle(deep, [])).toThrow(PickleError);
  });

  it('makes data only', () => {
    const value = unpickle(pickle({ constructor: 1, toString: 'x', then: null }, []), []);
    expect(value).toEqual({ constructor: 1, toString: 'x', then: null });
    const named = Buffer.from(pickle({ a_proto__: { polluted: true } }, []));
    const evil = Buffer.from(named.toString('latin1').replace('a_proto__', '__proto__'), 'latin1');
    expect(() => unpickle(evil, [])).toThrow(PickleError);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('spoiled units', () => {
  const TEXT = `struct node { struct node *next; char name[8]; };
void *malloc(unsigned long); void free(void *);
static const char *const words[] = { "one", "two" };
static int count(struct node *n) { int r = 0; for (; n; n = n->next) r += n->name[0]; return r; }
int work(int n, char *s) {
  struct node *list = 0;
  for (int i = 0; i < n; i++) { struct node *m = malloc(sizeof *m); if (!m) break; m->next = list; m->name[0] = words[i & 1][0]; list = m; }
  switch (n) { case 3: return count(list); default: break; }
  if (s && *s == 'x') free(s);
  while (list) { struct node *next = list->next; free(list); list = next; }
  return count(list);
}
`;
  const unit = readUnit('a.c', new TextEncoder().encode(TEXT), LP64);
  const whole = packUnit(unit, { id: 'a.c', main: 'a.c', pathOf: (file) => file });
  const COUNT = Number(process.env.CAULK_PROGRAMS ?? 300);

  it('are analysed to the end, or refused', { timeout: 600_000 }, async () => {
    const random = new Random(7);
    let [refused, analysed] = [0, 0];
    for (let i = 0; i < COUNT; i++) {
      const object = spoil(whole, random);
      try {
        const program = PackedProgram.open([object]);
        analyseInThisThread({ engine: modular, program, options: OPTIONS, entries: [] });
        await new Answerer(program).answer({ kind: 'engine', engine: 'paths', entry: 'work@a.c', options: OPTIONS });
        analysed++;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(COUNT / 20);
    expect(analysed).toBeGreaterThan(COUNT / 20);
  });

  it('and spoiled answers about whole ones, too', () => {
    const program = PackedProgram.open([whole]);
    const { outcomes } = analyseInThisThread({ engine: modular, program, options: OPTIONS, entries: [] });
    const random = new Random(3);
    const kept = outcomes.flatMap((o) => ('result' in o ? [o.result.summary, o.result.findings] : []));
    for (const bytes of kept.filter(({ length }) => length > 0))
      for (let i = 0; i < 300; i++) {
        try {
          unseal(program, spoil(bytes, random));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }
  });
});

it('an envelope gives its content under its own key only', async () => {
  const bytes = await wrap(HASH, new Uint8Array([1, 2, 3]));
  expect(await unwrap(HASH, bytes)).toEqual(new Uint8Array([1, 2, 3]));
  expect(await unwrap(storeKey('b'), bytes)).toBeNull();
  const random = new Random(5);
  for (let i = 0; i < 200; i++) await unwrap(HASH, spoil(bytes, random));
});
