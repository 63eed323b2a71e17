// Analyses a text from the page in a thread of its own: the pipeline of `caulk check`, with the heaps of every line.
// Started by analysts.ts; one task at a time, plain data in and out.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { describeError } from '../base/crash.js';
import { catalogue, type Diagnostic } from '../base/diagnostics.js';
import { readVersion } from '../base/version.js';
import { USUAL } from '../driver/check/effort.js';
import { gatherFindings } from '../driver/check/gather.js';
import type { Settings } from '../driver/check/settings.js';
import { displayPath, findJobs } from '../driver/load/find-jobs.js';
import { findEngine, QUICK_PROVERS } from '../engines/registry.js';
import { assembleFindings } from '../findings/assemble.js';
import { defaultConfig } from '../findings/config.js';
import type { Canvas } from '../findings/portrait.js';
import { openSources } from '../findings/source-files.js';
import { makePayload } from '../report/html/payload.js';
import type { Task } from './analysts.js';
import type { Answer, Problem } from './protocol.js';

parentPort!.on('message', (task: Task) => {
  analyse(task).then(
    (answer) => parentPort!.postMessage(answer),
    (error) => parentPort!.postMessage({ failure: describeError(error) }),
  );
});

/** Abstract steps. */
const BUDGETS: Readonly<Record<Task['effort'], number>> = { quick: 1_500, thorough: 20_000 };

/** As `caulk check` without `--engine`: the second stage behind the first. */
const AUTO = { second: { engines: QUICK_PROVERS, effort: USUAL } } as const;

const canvas = (): Canvas => ({ drawings: 2_000, statesPerLine: 8, nodesPerDrawing: 40, detail: 'every-line' });

async function analyse({ text, engine: name, effort, file, flags }: Task): Promise<Answer> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  try {
    const engine = (await findEngine(name === 'auto' ? 'modular' : name))!;
    const sources = openSources();
    const fixed = {
      engine: name,
      baseline: null,
      doubtful: false,
      reproduce: null,
      isExcluded: () => false,
      root: process.cwd(),
      marks: [],
    };
    const settings: Settings = { ...defaultConfig('/'), ...fixed };
    const how = name === 'auto' ? AUTO : { budget: BUDGETS[effort] };
    const means = { settings, engine, sources, step: () => {}, canvas: canvas(), ...how };
    const gathered = await gatherFindings({ paths: [file], flags, jobs: 1 }, means);
    const assembled = assembleFindings(gathered.findings, { ...settings, ...gathered, sources });
    const diagnostics = [...gathered.diagnostics, ...assembled.diagnostics];
    const payload = makePayload(
      {
        ...gathered,
        ...assembled,
        diagnostics,
        version: readVersion(),
        root: process.cwd(),
        elsewhere: null,
        marks: [],
      },
      sources,
    );
    const { findings, functions, portraits, drawings, summary } = payload;
    const shown = nameOf(file, flags);
    const problems = diagnostics.map((d) => describeProblem(d, file, shown));
    return { file: shown, findings, functions, portraits, drawings, summary, problems };
  } finally {
    rmSync(dirname(file), { recursive: true, force: true });
  }
}

/** The name of the file in findings. */
function nameOf(file: string, flags: readonly string[]): string {
  const [job] = findJobs({ paths: [file], flags }).jobs;
  return job ? displayPath(job, job.file) : file;
}

/** Messages of the compiler contain the name of the temporary file, which is replaced. */
function describeProblem({ code, severity, message, location }: Diagnostic, file: string, shown: string): Problem {
  const { advice } = catalogue[code];
  const plain = message.replaceAll(`${file}:`, 'line ').replaceAll(file, 'the text');
  return {
    severity: severity === 'error' ? 'error' : 'warning',
    line: location?.file === shown ? location.line : Number(/line (\d+):/.exec(plain)?.[1]) || null,
    message: advice ? `${plain} (${advice})` : plain,
  };
}
