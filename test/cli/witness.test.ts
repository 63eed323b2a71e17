// Witnesses of `prove`: they keep to the published format, runs follow them to the violation, and invariants hold in all runs.
// Tests of src/cli/witness.ts and what it is made of.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadProgram } from '../../src/driver/load/load-program.js';
import { runProgram } from '../../src/interp/run.js';
import { RunLog } from '../../src/interp/run-log.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-witness-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ajv = new Ajv({ strict: false });
formats.default(ajv);
const isWitness = ajv.compile(JSON.parse(readFileSync('test/report/witness-schema-2.0.json', 'utf8')));

const PROPERTIES = join(folder, 'memsafety.prp');
writeFileSync(
  PROPERTIES,
  ['valid-free', 'valid-deref', 'valid-memtrack'].map((p) => `CHECK( init(main()), LTL(G ${p}) )\n`).join(''),
);

interface Location {
  readonly file_name: string;
  readonly line: number;
  readonly column?: number;
}

interface Waypoint {
  readonly type: string;
  readonly location: Location;
  readonly constraint?: { readonly value: string };
}

async function prove(file: string, ...more: readonly string[]) {
  const witness = join(folder, 'witness.yml');
  rmSync(witness, { force: true });
  const said = await caulk('prove', file, '--property', PROPERTIES, '--witness', witness, ...more);
  const text = existsSync(witness) ? readFileSync(witness, 'utf8') : null;
  const [entry] = text === null ? [] : parse(text);
  if (entry) expect(isWitness(parse(text!)), JSON.stringify(isWitness.errors)).toBe(true);
  return { said, verdict: said.out.split('\n')[0], entry };
}

/** The run on the values of the witness: every call returns at its waypoint, and it ends with an error at the target. */
async function follow(file: string, entry: { readonly content: readonly { segment: { waypoint: Waypoint }[] }[] }) {
  const waypoints = entry.content.flatMap((s) => s.segment.map((w) => w.waypoint));
  const returns = waypoints.filter((w) => w.type === 'function_return');
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]!.message);
  const log = new RunLog();
  const input = returns.map((w) => Number(w.constraint!.value.replace('\\result == ', '')));
  const run = runProgram(loaded.units, { input, log, leaks: 'locate' });
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const { location } of returns) {
    const upTo = lines[location.line - 1]!.slice(0, location.column);
    expect(upTo).toMatch(/__VERIFIER_nondet_\w+\(\)$/);
  }
  expect(log.inputs.map((i) => Number(i.value))).toEqual(input);
  return { run, target: waypoints.at(-1)!.location };
}

const PROGRAMS = 'test/programs/competition';

describe('a violation witness', () => {
  it.each([
    ['use-after-free', `${PROGRAMS}/josephus-bug.c`, 'valid-deref'],
    ['double free', `${PROGRAMS}/bits-copied-bug.c`, 'valid-free'],
  ])('leads a run to a %s', async (_, file, property) => {
    const { verdict, entry, said } = await prove(file);
    expect(verdict).toBe(`verdict: false(${property})`);
    expect(said.status).toBe(1);
    const { run, target } = await follow(file, entry);
    if (run.outcome.kind !== 'incident') throw new Error('the run has no error');
    expect(run.outcome.incident.calls.map((c) => c.location.line)).toContain(target.line);
  });

  it('leads a run to the loss of memory', async () => {
    const file = `${PROGRAMS}/split-by-sign-bug.c`;
    const { verdict, entry } = await prove(file);
    expect(verdict).toBe('verdict: false(valid-memtrack)');
    const { run, target } = await follow(file, entry);
    expect(run.lost[0]!.lost!.map((c) => c.location.line)).toContain(target.line);
  });

  it('tells of the task', async () => {
    const file = `${PROGRAMS}/josephus-bug.c`;
    const { entry } = await prove(file, '--data-model', 'LP64');
    expect(entry.metadata.task).toEqual({
      input_files: [file],
      input_file_hashes: { [file]: createHash('sha256').update(readFileSync(file)).digest('hex') },
      specification: readFileSync(PROPERTIES, 'utf8').trim(),
      data_model: 'LP64',
      language: 'C',
    });
  });

  it('counts the lines of a preprocessed file as they stand', async () => {
    const file = join(folder, 'task.i');
    writeFileSync(
      file,
      '# 100 "original.c"\nextern int __VERIFIER_nondet_int(void);\n# 7 "original.c"\nint main(void) {\n  int *p = 0;\n' +
        '  if (__VERIFIER_nondet_int()) p = &(int){1};\n  return *p;\n}\n',
    );
    const { entry } = await prove(file, '--data-model', 'ILP32');
    const { target } = await follow(file, entry);
    expect(target).toEqual({ file_name: file, line: 7 });
    expect(entry.metadata.task.data_model).toBe('ILP32');
  });
});

const LOOPS = `extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
struct n { struct n *next; };
int main(void) {
  struct n *root = malloc(sizeof(struct n));
  struct n *none = 0;
  root->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct n *x = malloc(sizeof(struct n));
    x->next = root;
    root = x;
  }
  while (root) {
    struct n *x = root->next;
    free(root);
    root = x;
  }
  return none != 0;
}
`;

describe('a correctness witness', () => {
  it('has the facts of loops that C can say', async () => {
    const file = join(folder, 'loops.c');
    writeFileSync(file, LOOPS);
    const { verdict, entry, said } = await prove(file);
    expect(verdict).toBe('verdict: true');
    expect(said.status).toBe(0);
    const facts = entry.content.map(({ invariant: i }: { invariant: { location: Location; value: string } }) => [
      i.location.line,
      i.value,
    ]);
    expect(facts).toContainEqual([9, 'root != 0']);
    expect(facts).toContainEqual([9, 'none == 0']);
    expect(facts).not.toContainEqual([14, 'root != 0']);
  });

  it('has invariants that hold in runs', async () => {
    const files = ['josephus', 'bits-in-list', 'insert-anywhere', 'cas-stack'];
    for (const name of files) await checkInRuns(`${PROGRAMS}/${name}.c`);
  });
});

/** The program with its invariants tested before each evaluation of the condition of their loop. */
async function checkInRuns(file: string): Promise<void> {
  const { entry } = await prove(file);
  if (!entry || entry.entry_type !== 'invariant_set') return;
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const { invariant } of entry.content) {
    const { line } = invariant.location;
    const at = line - 1;
    const test = `((${invariant.value}) ? 0 : (__VERIFIER_error(), 0)),`;
    const opened = lines[at]!.replace(/\bwhile \(/, `while (${test} `).replace(/(\bfor \([^;]*;)/, `$1 ${test}`);
    expect(opened, `${file}:${line}`).not.toBe(lines[at]);
    lines[at] = opened.replace(/, *;/, ', 1;');
  }
  const tested = join(folder, 'tested.c');
  writeFileSync(tested, `void __VERIFIER_error(void);\n${lines.join('\n')}`);
  const loaded = await loadProgram(tested, []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]!.message);
  for (let seed = 0; seed < 30; seed++) {
    const { outcome } = runProgram(loaded.units, { seed, steps: 100_000 });
    expect(outcome.kind === 'incident' ? outcome.incident.kind : 'fine', `${file}, seed ${seed}`).toBe('fine');
  }
}

it('writes no witness of what is undecided, and says unknown', async () => {
  const file = join(folder, 'unknown.c');
  writeFileSync(file, 'void somewhere(int **);\nint main(void) { int *p; somewhere(&p); return *p; }\n');
  const { verdict, entry, said } = await prove(file);
  expect(verdict).toBe('verdict: unknown');
  expect(entry).toBeUndefined();
  expect(said.status).toBe(3);
});
