// `caulk bench library` on a few functions of every header, and on wrong models, which it must notice.
// The bench itself exercises all models; here it is only made sure that none is forgotten.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { callsOf } from '../../bench/library/arguments.js';
import { compareCall } from '../../bench/library/compare.js';
import { coversOf } from '../../bench/library/cover.js';
import { detailsOf } from '../../bench/library/disagreements.js';
import { coverageOf } from '../../bench/library/engines.js';
import { LEFT_OUT } from '../../bench/library/left-out.js';
import { exerciseLibrary, type LibraryResult, planCalls } from '../../bench/library/library.js';
import { parseReport } from '../../bench/library/observation.js';
import { examineLibrary, runReal } from '../../bench/library/real.js';
import { modelledFunctions } from '../../bench/library/signatures.js';

const functions = modelledFunctions();
const folder = mkdtempSync(join(tmpdir(), 'caulk-library-test-'));
const signature = (name: string) => functions.find((f) => f.name === name)!;

test('every model is exercised or left out for a reason', () => {
  const { absent } = examineLibrary(functions, folder);
  const plan = planCalls(functions, absent, { seed: 1, count: 1, isWanted: () => true });
  expect(plan.forgotten).toEqual([]);
  const exercised = plan.groups.flatMap((g) => g.calls.map((c) => c.function));
  const known = new Set([...exercised, ...plan.leftOut.map((o) => o.name)]);
  expect(functions.map((f) => f.name).filter((name) => !known.has(name))).toEqual([]);
  expect(functions.length).toBeGreaterThan(1_200);
});

test('a model that nobody can call is forgotten', () => {
  const parameters = [{ type: 'struct unheard **', name: 'it' }];
  const strange = { name: 'unheard_of', file: 'strings.c', result: 'void', parameters, variadic: false };
  const select = { seed: 1, count: 1, isWanted: () => true };
  expect(planCalls([strange], new Set(), select).forgotten[0]).toContain('no rule makes an argument');
  expect(planCalls([strange], new Set(['unheard_of']), select).forgotten[0]).toContain('does not have it');
});

test('what is left out exists', () => {
  const unused = LEFT_OUT.filter(({ names }) => !functions.some((f) => names.test(f.name)));
  expect(unused).toEqual([]);
});

/** Functions on which the library, the interpreter and the engines agree. */
const NAMES = `strlen strcpy strncpy strchr strrchr strstr strcmp strdup strndup memset memchr memcpy
  isalpha isdigit toupper malloc calloc free atoi labs fgetc fputs fwrite ftell
  floor sqrt fmax ldexp difftime time getpid getuid htons abs getenv __builtin_popcount wcslen sigemptyset
  access regcomp setlocale cfmakeraw pthread_self getpwuid`.split(/\s+/);

const SAMPLE = [...NAMES, 'printf %5d', 'snprintf %.3s', 'sscanf %d', 'sscanf %ms'];

/** Functions whose interpretation, or whose arguments, were once wrong. */
const BORDERS = `creat setvbuf getline strtod asctime strftime nextafterf nextafterl setlocale textdomain wcsncpy wcstok
  mbtowc fgetwc __fgets_unlocked_chk __fread_unlocked_chk __fgetws_chk __vswprintf_chk`.split(/\s+/);

describe.each([
  { title: 'a sample of every header', sample: SAMPLE, seed: 1, count: 3, values: 200 },
  { title: 'functions at their borders', sample: [...BORDERS, 'dprintf %d'], seed: 11, count: 6, values: 250 },
])('$title', ({ sample, seed, count, values }) => {
  let result: LibraryResult;
  beforeAll(async () => {
    result = await exerciseLibrary({ seed, count, isWanted: (name) => sample.includes(name) }, () => {});
  }, 120_000);

  test('is exercised', () => {
    expect(result.groups.map((g) => g.name).sort()).toEqual([...sample].sort());
  });

  test('does in the interpreter what it really does', () => {
    expect(detailsOf(result).disagreements).toEqual([]);
    const compared = result.groups.flatMap((g) => g.comparisons).reduce((sum, c) => sum + c.compared, 0);
    expect(compared).toBeGreaterThan(values);
  });

  test('is covered by every engine', () => {
    expect(result.wrong.map((w) => `${w.engines} ${w.cover.text}`)).toEqual([]);
    expect(result.crashes).toEqual([]);
    expect(result.asked).toBeGreaterThan(250);
  });
});

describe('a wrong model is noticed', () => {
  const wrongly = async (name: string, model: string) => {
    const calls = callsOf(signature(name), 1, 6, () => 0);
    const covers = coversOf(calls, runReal(calls, '', folder), 'g');
    const path = join(folder, `${name}.c`);
    writeFileSync(path, model);
    return (await coverageOf(covers, '', join(folder, 'cover.c'), [path])).wrong;
  };

  test('by a value that it excludes', async () => {
    const wrong = await wrongly('toupper', 'int toupper(int c) { return 1000; }\n');
    expect(wrong.map((w) => w.cover.property)).toContain('valid-deref');
  });

  test('by a block that it does not allocate', async () => {
    const wrong = await wrongly('strdup', 'char *strdup(const char *s) { return somewhere(); }\n');
    expect(wrong.map((w) => w.cover.property)).toContain('valid-memtrack');
  });

  test('by an access that it does not make', async () => {
    const wrong = await wrongly('strlen', 'size_t strlen(const char *s) { return some_size(); }\n');
    expect(wrong.map((w) => w.cover.claim).join()).toMatch(/out-of-bounds of b0|null-dereference/);
  });
});

describe('a wrong interpreter is noticed', () => {
  const call = callsOf(signature('strchr'), 1, 1, () => 0)[0]!;
  const compared = (real: string, ours: string) =>
    compareCall(call, parseReport(real), { observation: parseReport(ours) }).differences.map((d) => d.kind);
  const same = '\u0001r b0+1\n\u0001errno 0\n\u0001b0 6100\n';

  test.each([
    [same, same, []],
    [same, same.replace('b0+1', 'null'), ['result']],
    [same, same.replace('6100', '6200'), ['memory']],
    [same, same.replace('errno 0', 'errno 2'), ['errno']],
    [same, `x${same}`, ['output']],
    ['\u0001error out-of-bounds b0\n', same, ['error missed']],
    [same, '\u0001error out-of-bounds b0\n', ['error invented']],
    ['\u0001error heap-use-after-free b0\n', '\u0001error out-of-bounds b0\n', ['error differs']],
    ['\u0001error memcpy-param-overlap\n', same, []],
  ])('%j and %j', (real, ours, kinds) => expect(compared(real, ours)).toEqual(kinds));

  test('except for an array that the result says is too small', () => {
    const strftime = callsOf(signature('strftime'), 1, 1, () => 0)[0]!;
    const differences = (r: number) =>
      compareCall(strftime, parseReport(`\u0001r ${r}\n\u0001b0 6100\n`), {
        observation: parseReport(`\u0001r ${r}\n\u0001b0 6200\n`),
      }).differences.length;
    expect([differences(0), differences(1)]).toEqual([0, 1]);
  });
});
