// `caulk bench`: runs the benches that are named and prints their tables and aims.
// Each bench is a module of its own, loaded on demand.

import { diagnostic } from '../src/base/diagnostics.js';
import { type Console, type ExitStatus, refuse } from '../src/cli/console.js';
import type { RivalName } from './corpus-rivals.js';
import { GROWTH_BENCHES } from './growth.js';
import type { BenchResult } from './result.js';
import { SEED_BENCHES } from './seeds.js';
import { formatResult } from './table.js';

export interface BenchOptions {
  readonly json?: true;
  readonly project?: readonly string[];
  /** The engine that `corpus` measures besides the front end. */
  readonly engine?: 'modular';
  /** Who counts the function definitions in `corpus`. */
  readonly definitions?: 'own' | 'gcc';
  /** The number of programs, for benches that generate or select them. */
  readonly count?: number;
  /** The seed of the arguments that `library` makes. */
  readonly seed?: number;
  /** The kinds of mutants that `mutants` makes. */
  readonly kind?: readonly string[];
  /** Other tools that `mutants` runs. */
  readonly rivals?: readonly RivalName[];
  /** The output file of benches that draw a picture. */
  readonly output?: string;
}

type Bench = (options: BenchOptions, console: Console) => Promise<BenchResult>;

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  agree: async () => (await import('./agree.js')).benchAgree,
  beliefs: async () => (await import('./beliefs.js')).benchBeliefs,
  bdd: async () => (await import('./bdd.js')).benchBdd,
  cluster: async () => (await import('./cluster.js')).benchCluster,
  corpus: async () => async (options, console) =>
    options.engine === 'modular'
      ? (await import('./corpus-engine.js')).benchCorpusEngine(options, console)
      : (await import('./corpus.js')).benchCorpus(options, console),
  csmith: async () => (await import('./csmith.js')).benchCsmith,
  fixes: async () => (await import('./fixes.js')).benchFixes,
  interp: async () => (await import('./interp.js')).benchInterp,
  latency: async () => (await import('./latency.js')).benchLatency,
  library: async () => (await import('./library/library.js')).benchLibrary,
  mutation: async () => (await import('./mutation.js')).benchMutation,
  mutants: async () => (await import('./mutants.js')).benchMutants,
  preprocess: async () => (await import('./preprocess.js')).benchPreprocess,
  replay: async () => (await import('./replay.js')).benchReplay,
  speed: async () => (await import('./speed.js')).benchSpeed,
  start: async () => (await import('./start.js')).benchStart,
  torture: async () => (await import('./torture.js')).benchTorture,
};

/** One bench for each engine. */
type Family = Readonly<Record<string, () => Promise<() => Promise<BenchResult>>>>;

const FAMILIES: Readonly<Record<string, Family>> = { seeds: SEED_BENCHES, growth: GROWTH_BENCHES };

/** The status says whether the measurement succeeded; the table says whether the aims are met. */
export async function bench(names: readonly string[], options: BenchOptions, console: Console): Promise<ExitStatus> {
  const family = FAMILIES[names[0] ?? ''];
  if (family) return benchFamily(names[0]!, family, names.slice(1), options, console);
  const known = [...Object.keys(BENCHES), ...Object.keys(FAMILIES)].join(', ');
  const strange = names.filter((name) => !Object.hasOwn(BENCHES, name));
  if (names.length === 0) return refuse(console, diagnostic('bad-usage', `name a bench: ${known}`));
  if (strange.length > 0) {
    return refuse(console, diagnostic('bad-usage', `there is no bench \`${strange.join('`, `')}\` (yet): ${known}`));
  }
  for (const name of names) {
    const result = await (await BENCHES[name]!())(options, console);
    console.out(options.json ? `${JSON.stringify(result, null, 2)}\n` : `${formatResult(result)}\n`);
    if (result.rows.length === 0) return 2;
  }
  return 0;
}

/** The name of a family alone runs the bench of every engine. */
async function benchFamily(
  name: string,
  family: Family,
  names: readonly string[],
  options: BenchOptions,
  console: Console,
): Promise<ExitStatus> {
  const known = Object.keys(family);
  const strange = names.filter((name) => !known.includes(name));
  if (strange.length > 0) {
    return refuse(
      console,
      diagnostic('bad-usage', `no ${name} \`${strange.join('`, `')}\` (yet): ${known.join(', ')}`),
    );
  }
  for (const engine of names.length > 0 ? names : known) {
    const result = await (await family[engine]!())();
    console.out(options.json ? `${JSON.stringify(result, null, 2)}\n` : `${formatResult(result)}\n`);
  }
  return 0;
}
