// The programs that the engine `fold` must prove without annotations in less than a second each, and variants with one
// seeded bug. Aims of `caulk bench seeds fold`; the tests of the engine use the same programs.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import { loadProgram } from '../src/driver/load/load-program.js';
import type { AnalysisResult } from '../src/engines/engine.js';
import { fold } from '../src/engines/fold/engine.js';
import { type Aim, millisecondsSince } from './result.js';

const LISTED = [
  'list-traverse',
  'list-insert-sorted',
  'list-delete',
  'list-reverse',
  'list-append',
  'list-merge',
  'list-splice',
  'queue-tail',
  'doubly-linked',
  'circular-sentinel',
  'list-of-lists',
  'tree-insert',
  'tree-walk',
  'tree-rotate-free',
];

const folder = fileURLToPath(packageFile('test/programs/fold'));
const CLAIMED: ReadonlySet<string> = new Set(['valid-deref', 'valid-free', 'valid-memtrack']);
const LONGEST = 1_000;
const RUNS = 3;

interface Tried {
  readonly name: string;
  readonly result: AnalysisResult | null;
  /** Processor time of the fastest of several runs; the first run includes JIT compilation. */
  readonly milliseconds: number;
}

export async function proofAims(): Promise<Aim[]> {
  const good: Tried[] = [];
  const bad: Tried[] = [];
  for (const name of LISTED) {
    good.push(await attempt(name));
    bad.push(await attempt(`${name}-bug`));
  }
  const open = good.filter(({ result }) => !result || !isProved(result));
  const missed = bad.filter(({ name, result }) => !result || !isFound(name, result));
  const slow = good.filter((t) => t.result && t.milliseconds > LONGEST);
  return [
    aim('listed programs not proved', open),
    aim('listed programs that take more than a second', slow),
    aim('seeded bugs not found', missed),
  ];
}

const aim = (what: string, failing: readonly Tried[]): Aim => ({
  aim: what,
  target: 'none',
  measured: failing.map((t) => t.name).join(', ') || 'none',
  met: failing.length === 0,
});

async function attempt(name: string): Promise<Tried> {
  const path = join(folder, `${name}.c`);
  if (!existsSync(path)) return { name, result: null, milliseconds: 0 };
  const loaded = await loadProgram(path, []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const { program } = loaded;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  let [result, milliseconds]: [AnalysisResult | null, number] = [null, Number.POSITIVE_INFINITY];
  for (let i = 0; i < RUNS; i++) {
    const start = process.cpuUsage();
    result = fold.analyse({ program, entry: program.functionNamed('main')!, options });
    milliseconds = Math.min(milliseconds, millisecondsSince(start));
  }
  return { name, result, milliseconds };
}

const isProved = ({ obligations }: AnalysisResult): boolean =>
  obligations.every((o) => o.status === 'proved' || !CLAIMED.has(o.property));

/** Does every annotated line have a finding? */
function isFound(name: string, { findings }: AnalysisResult): boolean {
  const lines = new Set(findings.map((f) => f.site.source.locate(f.site.at).line));
  const text = readFileSync(join(folder, `${name}.c`), 'utf8').split('\n');
  return text.every((line, at) => !/\bWARN\(/.test(line) || lines.has(at + 1));
}
