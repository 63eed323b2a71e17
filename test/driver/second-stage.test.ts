// The second stage of `caulk check`: findings that engines refute are dropped, errors that runs show are confirmed.
// Through the command line, on programs where the first stage is wrong, right, or reports nothing.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Panel, SecondStage } from '../../src/driver/check/refute.js';
import { answerOf } from '../../src/driver/project/answerer.js';
import type { AnalysisOptions, AnalysisResult, EntryEngine, Finding } from '../../src/engines/engine.js';
import { because } from '../../src/engines/reason.js';
import { findProver, type ProverName } from '../../src/engines/registry.js';
import type { Program } from '../../src/ir/link.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-second-'));
const HEAD = 'void *malloc(unsigned long);\nvoid free(void *);\n';

async function check(text: string, ...words: string[]) {
  const file = join(folder, 'a.c');
  writeFileSync(file, HEAD + text);
  const said = await caulk('check', '--format', 'json', ...words, file);
  return JSON.parse(said.out);
}

describe('runs', () => {
  it('confirm a leak at its place and nowhere else', async () => {
    const report = await check(
      'static char *g;\nstatic void take(char *p) { g = p; }\nint main(void) {\n  take(malloc(4));\n  g = 0;\n  return 0;\n}\n',
    );
    const confirmed = report.findings.filter((f: { certainty: string }) => f.certainty === 'confirmed');
    expect(confirmed).toMatchObject([{ rule: 'leak', line: 7, allocation: { line: 6 } }]);
    expect(report.stats.secondLook).toMatchObject({ removed: 0 });
  });

  it('report inside the callee, and only once, the error that the first stage reports at the call', async () => {
    const report = await check(
      'static int get(int *p) {\n  return *p;\n}\nint main(void) {\n  int *p = 0;\n  return get(p);\n}\n',
    );
    expect(report.findings).toMatchObject([{ rule: 'null-dereference', certainty: 'confirmed', line: 4 }]);
  });

  it('report errors that the first stage misses', async () => {
    const report = await check(
      'int main(void) {\n  int a[4];\n  for (int i = 0; i <= 4; i++) a[i] = i;\n  return a[0];\n}\n',
    );
    expect(report.findings).toMatchObject([{ rule: 'out-of-bounds', certainty: 'confirmed', line: 5 }]);
    expect(report.findings[0].engines).toContain('run');
  });

  it('report no untested allocations unless requested', async () => {
    const text = 'int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }\n';
    expect((await check(text)).findings).toEqual([]);
    expect((await check(text, '--malloc-may-fail')).findings).toMatchObject([{ rule: 'unchecked-allocation' }]);
  });
});

it('engines that agree are named, with the condition that one of them computed', async () => {
  const report = await check(
    'int f(int n) {\n  char *p = malloc(4);\n  if (!p) return 1;\n  if (n > 7) return 2;\n  free(p);\n  return 0;\n}\n',
  );
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]).toMatchObject({ rule: 'leak', line: 6 });
  expect(report.findings[0].engines).toEqual(expect.arrayContaining(['modular', 'paths', 'symbolic']));
  expect(report.findings[0].condition).toContain('n >= 8');
});

/** Answers come from one engine, without threads and cache. */
const panelOf = (program: Program, { name, analyse }: EntryEngine, options: AnalysisOptions): Panel => ({
  program,
  engines: [name as ProverName],
  analyses: 9,
  steps: 100,
  together: 10_000,
  unseen: () => [],
  ask: async (_, entry) => answerOf(analyse({ program, entry, options })),
  prove: async () => ({ proof: null, reason: null, steps: 0 }),
});

describe('an engine that proves everything', () => {
  const TEXT = `${HEAD}int state, never; struct n { struct n *next; };
static void own(struct n *p) { char *q = malloc(4); if (p) free(q); }
static void given(struct n *p) { free(p); }
static void depends(void) { if (state) malloc(4); }
static void set(void) { state = 1; }
static void fixed(void) { if (never) malloc(4); }
int main(void) { return 0; }\n`;
  const unit = readUnit('a.c', new TextEncoder().encode(TEXT), LP64);
  const BUDGET = { mallocMayFail: false, leakAtExit: false, budget: 1 };
  const SHAPE = because('parameter-shape', 'p points to a list');

  it('is not asked if no steps are left for the functions that the entry reaches', async () => {
    const program = linkWithModels([unit], LP64, []);
    const leak = leakIn(unit, 'own', 'own');
    const ask = () => expect.unreachable('somebody was asked');
    const panel: Panel = { ...panelOf(program, { name: 'paths' } as EntryEngine, BUDGET), ask, together: 19 };
    const stage = new SecondStage(panel, [leak]);
    expect((await stage.judge(leak)).refutation).toBeNull();
    expect([stage.untried, stage.entries.size]).toEqual([1, 1]); // the proof of the function by itself is left
  });

  /** Is a leak in this function, of memory allocated there or elsewhere, dropped by a proof with these assumptions? */
  async function isDropped(
    name: string,
    allocatedIn: string | null,
    changes: Partial<AnalysisResult> = {},
  ): Promise<boolean> {
    const program = linkWithModels([unit], LP64, []);
    const engine: EntryEngine = {
      kind: 'entry',
      name: 'paths',
      analyse: ({ entry }) => ({
        engine: 'paths',
        findings: [],
        obligations: [],
        assumptions: [],
        functions: [{ function: entry, status: 'analysed', reason: null }],
        stats: { states: 0, instructions: 0 },
        draw: () => [],
        ...changes,
      }),
    };
    const leak = leakIn(unit, name, allocatedIn);
    const stage = new SecondStage(panelOf(program, engine, BUDGET), [leak]);
    return (await stage.judge(leak)).refutation !== null;
  }

  function leakIn(unit: Unit, name: string, allocatedIn: string | null): Finding {
    const siteOf = (f: string) => ({ source: unit.source, ...spanOf(unit.functions.find((g) => g.name === f)!.body!) });
    const allocation = allocatedIn === null ? null : siteOf(allocatedIn);
    const common = { certainty: 'possible', engine: 'modular', message: '', condition: null, trace: [] } as const;
    return { ...common, rule: 'leak', function: name, site: siteOf(name), allocation };
  }

  const spanOf = ({ at, end }: { at: number; end: number }) => ({ at, end });

  it('refutes a leak of memory of the function itself, for any shape of the parameters', async () => {
    expect(await isDropped('own', 'own')).toBe(true);
    expect(await isDropped('own', 'own', { assumptions: [SHAPE] })).toBe(true);
  });

  it("does not refute a leak of a parameter's memory if it assumes a shape of it", async () => {
    expect(await isDropped('given', 'main')).toBe(true);
    expect(await isDropped('given', 'main', { assumptions: [SHAPE] })).toBe(false);
    expect(await isDropped('own', 'own', { assumptions: [because('unknown-call', 'p is harmless')] })).toBe(false);
    expect(await isDropped('given', 'main', { assumptions: [because('over-approximated', 'p')] })).toBe(true);
  });

  it('does not refute a finding in a function that depends on earlier calls', async () => {
    expect(await isDropped('depends', 'depends')).toBe(false);
    expect(await isDropped('fixed', 'fixed')).toBe(true); // no function writes the variable that it depends on
  });

  it('does not refute if executions definitely end before the place, or never reach it', async () => {
    const site = { source: unit.source, at: 0, end: 1 };
    const refuted = { property: 'valid-deref', site, status: 'refuted', reason: because('error', '') } as const;
    expect(await isDropped('own', 'own', { obligations: [refuted] })).toBe(false);
    expect(await isDropped('own', 'own', { functions: [] })).toBe(false);
  });
});

it.each(['paths', 'fold', 'symbolic'] as const)(
  '%s drops no leak on a path where an allocation fails',
  async (name) => {
    const text = `${HEAD}int pair(void) {
  char *p = malloc(4);
  if (!p) return 1;
  char *q = malloc(4);
  if (!q) return 2;
  free(q);
  free(p);
  return 0;
}
int main(void) { return pair(); }\n`;
    const unit = readUnit('pair.c', new TextEncoder().encode(text), LP64);
    const program = linkWithModels([unit], LP64, []);
    const options = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 4_000 } as const;
    const engine = await findProver(name);
    const at = text.indexOf('return 2');
    const site = { source: unit.source, at, end: at + 8 };
    const allocation = { source: unit.source, at: text.indexOf('malloc(4)'), end: text.indexOf('malloc(4)') + 9 };
    const common = { certainty: 'possible', engine: 'modular', message: '', condition: null, trace: [] } as const;
    const leak: Finding = { ...common, rule: 'leak', function: 'pair', site, allocation };
    const stage = new SecondStage(panelOf(program, engine, options), [leak]);
    expect((await stage.judge(leak)).refutation).toBeNull();
  },
);

it('another engine is asked about the same message, and does not make definite what depends on the caller', async () => {
  const text = `struct s { int *a, *b; };
int f(struct s *s) { return *s->a + *s->b; }
int main(void) { return 0; }\n`;
  const unit = readUnit('s.c', new TextEncoder().encode(text), LP64);
  const common = { rule: 'null-dereference', function: 'f', message: '', condition: null, trace: [], allocation: null };
  const at = (word: string, certainty: 'definite' | 'possible', engine: 'paths' | 'modular') => {
    const from = text.indexOf(word);
    return {
      ...common,
      certainty,
      engine,
      site: { source: unit.source, at: from, end: from + word.length },
    } as Finding;
  };
  const paths: EntryEngine = {
    name: 'paths',
    analyse: () => ({
      findings: [at('*s->a', 'definite', 'paths'), at('*s->b', 'definite', 'paths')],
      obligations: [],
      functions: [],
      assumptions: [],
      stats: { states: 0, instructions: 0 },
      draw: () => [],
    }),
  } as unknown as EntryEngine;
  const options = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 1 } as const;
  const program = linkWithModels([unit], LP64, []);
  const asked = at('s->b', 'possible', 'modular');
  const { agreeing } = await new SecondStage(panelOf(program, paths, options), [asked]).judge(asked);
  expect(agreeing).toMatchObject([{ certainty: 'possible', site: { at: text.indexOf('*s->b') } }]);
});

it('tells a null that no run reaches if the function has just tested for it', async () => {
  const text = (use: string) =>
    `int atoi(const char *); int puts(const char *); unsigned seal(const unsigned char *, int);
int option(const char *value, const unsigned char *key) {
  if (seal(key, 16) * 2654435761u != 305419896u || seal(key, 8) * 40503u != 77u) return 0;
  ${use}
}
unsigned seal(const unsigned char *key, int n) {
  unsigned h = 5381;
  for (int i = 0; i < n; i++) h = (h << 5 ^ h >> 3) * 31 + key[i];
  return h ^ h >> 15;
}
`;
  const lines = async (use: string) => (await check(text(use))).findings.map((f: { line: number }) => f.line);
  expect(await lines('if (!value) puts("no value"); return atoi(value);')).toEqual([6]);
  expect(await lines('extern char *name; if (!name) puts("no name"); return atoi(name);')).toEqual([]);
});

it('does not tell a null that needs other values of variables than the initial ones', async () => {
  const report = await check(`static int count, *table;
void open_table(int *t) { table = t; count = 1; }
int first(void) { if (count != 1) return 0; if (!table) count = 3; return *table; }
int second(void) { if (!table) count = 3; return *table; }
`);
  expect(report.findings.map((f: { line: number }) => f.line)).toEqual([6]);
});
