// The portfolio with fake engines: which engine is asked, whose proof counts, and what happens after a wrong proof.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadProgram } from '../../src/driver/load/load-program.js';
import { type Answer, askEngines } from '../../src/driver/prove/portfolio.js';
import type { AnalysisRequest, Engine, EngineName, Obligation } from '../../src/engines/engine.js';
import { because } from '../../src/engines/reason.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-portfolio-'));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const SAFE = write('safe.c', 'int main(void) { int x = 1; int *p = &x; return *p; }\n');
const BROKEN = write('broken.c', 'int main(void) { int *p = 0; return *p; }\n');

/** Gives the same answer to every query; records the budgets. */
function engineThat(name: EngineName, says: (request: AnalysisRequest) => Pick<Obligation, 'status' | 'reason'>) {
  const budgets: number[] = [];
  const engine: Engine = {
    kind: 'entry',
    name,
    analyse: (request) => {
      budgets.push(request.options.budget);
      const { source, at, end } = request.entry.body!;
      const obligations = [{ property: 'valid-deref' as const, site: { source, at, end }, ...says(request) }];
      const stats = { states: 0, instructions: 0 };
      return { engine: name, findings: [], obligations, assumptions: [], functions: [], stats, draw: () => [] };
    },
  };
  return { engine, budgets };
}

// The sentences do not matter.
const TOO_HARD = because('undecided', 'the budget would not help');
const OUT_OF_BUDGET = because('budget', 'it took too long');

const proving = () => engineThat('fold', () => ({ status: 'proved', reason: null }));
const doubting = () => engineThat('paths', () => ({ status: 'unknown', reason: TOO_HARD }));
const slow = () =>
  engineThat('paths', ({ options }) =>
    options.budget > 10 ? { status: 'proved', reason: null } : { status: 'unknown', reason: OUT_OF_BUDGET },
  );

const ask = (file: string, ...engines: readonly Engine[]): Promise<Answer> => askWithin(100, file, ...engines);

async function askWithin(patience: number, file: string, ...engines: readonly Engine[]): Promise<Answer> {
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]!.message);
  const { program } = loaded;
  const request = { program, entry: program.functionNamed('main')! };
  const options = { mallocMayFail: false, leakAtExit: false };
  return askEngines({
    loaded,
    request,
    options,
    goal: { kind: 'each', properties: ['valid-deref'] },
    engines,
    budgets: [5, 10, 100],
    patience,
  });
}

it('asks the next engine if the first leaves obligations open', async () => {
  const { judgements } = await ask(SAFE, doubting().engine, proving().engine);
  expect(judgements[0]).toMatchObject({ verdict: 'true', decidedBy: 'fold' });
});

it('asks no other engine once everything is decided', async () => {
  const second = doubting();
  const { results } = await ask(SAFE, proving().engine, second.engine);
  expect(results.map((r) => r.engine)).toEqual(['fold']);
  expect(second.budgets).toEqual([]);
});

it('repeats with more budget only the engines that ran out of it', async () => {
  const [patient, hopeless] = [slow(), engineThat('stack', () => ({ status: 'unknown', reason: TOO_HARD }))];
  const { judgements } = await ask(SAFE, patient.engine, hopeless.engine);
  expect(judgements[0]!.verdict).toBe('true');
  expect([patient.budgets, hopeless.budgets]).toEqual([
    [5, 10, 100],
    [5, 10],
  ]);
});

it('repeats nothing after the time limit', async () => {
  const torn = engineThat('paths', ({ options }) => ({
    status: 'unknown',
    reason: options.budget > 10 ? TOO_HARD : OUT_OF_BUDGET,
  }));
  await ask(SAFE, torn.engine);
  expect(torn.budgets).toEqual([5, 10, 100]);
  const busy = engineThat('paths', () => {
    for (const start = process.cpuUsage(); process.cpuUsage(start).user < 20_000; );
    return { status: 'unknown', reason: OUT_OF_BUDGET };
  });
  await askWithin(0.001, SAFE, busy.engine);
  expect(busy.budgets).toEqual([5]);
});

it('reports a bug, and no verdict `true`, if a run contradicts a proof', async () => {
  const { judgements, problems } = await ask(BROKEN, proving().engine);
  expect(judgements[0]).toMatchObject({ verdict: 'unknown', contradictedBy: ['fold'] });
  expect(problems.map((p) => p.message)).toEqual(['fold proves valid-deref, but a run violates it']);
});

it('continues when an engine crashes', async () => {
  const broken = engineThat('stack', () => {
    throw new Error('no');
  });
  const { judgements, problems } = await ask(SAFE, broken.engine, proving().engine);
  expect(judgements[0]!.verdict).toBe('true');
  expect(problems).toHaveLength(1);
  expect(problems[0]!.message).toMatch(/^the engine stack crashed in `main`: Error: no \(portfolio\.test\.ts:\d+\)$/);
});

it('states in JSON which engine decided what, and how', async () => {
  const said = await caulk('prove', BROKEN, '--format', 'json');
  const report = JSON.parse(said.out);
  expect(Object.keys(report).slice(0, 5)).toEqual(['verdicts', 'findings', 'assumptions', 'obligations', 'stats']);
  expect(report.verdicts['valid-deref']).toBe('false');
  expect(report.findings[0]).toMatchObject({ rule: 'null-dereference', certainty: 'confirmed', line: 1 });
  expect(report.properties[0]).toMatchObject({
    property: 'valid-deref',
    decidedBy: 'run',
    counterexample: { inputs: [], place: { line: 1 } },
  });
  expect(said.status).toBe(1);
});

it('reports the opinion of each engine on each place', async () => {
  const file = write('opinions.c', 'int f(int *p) { int x = 1; int *q = &x; return *q + *p; }\n');
  const said = await caulk('prove', file, '--entry', 'f', '--property', 'valid-deref', '--format', 'json');
  const [property] = JSON.parse(said.out).properties;
  expect(property.verdict).toBe('unknown');
  for (const { proved, refuted, unknown, lostAt } of property.opinions) {
    expect(refuted + unknown).toBeGreaterThan(0);
    expect(proved + refuted + unknown).toBeGreaterThan(0);
    expect(lostAt).toMatchObject({ file, line: 1, reason: expect.any(String) });
  }
  expect(property.opinions.map((o: { engine: string }) => o.engine)).toContain('paths');
  const paths = property.places.filter((p: { proved: string[] }) => p.proved.includes('paths'));
  expect(paths.length).toBeGreaterThan(0);
  expect(
    property.places.some((p: { open: unknown[]; refuted: unknown[] }) => p.open.length + p.refuted.length > 0),
  ).toBe(true);
});

it('does not count the answer of an engine that is no prover as a proof', async () => {
  const { engine } = engineThat('modular', () => ({ status: 'proved', reason: null }));
  expect((await ask(SAFE, engine)).judgements[0]!.verdict).toBe('unknown');
});

it('names the allocation that must fail for a run to show the error', async () => {
  const file = write(
    'fails.c',
    'void *malloc(unsigned long); int main(void) { int *p = malloc(4); *p = 1; return 0; }\n',
  );
  const said = await caulk('prove', file, '--malloc-may-fail', '--engine', 'paths', '--property', 'valid-deref');
  expect(said.out).toMatch(/^valid-deref: false \(input: none; allocation 1 fails\)$/m);
});
