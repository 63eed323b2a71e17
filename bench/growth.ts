// `caulk bench growth [engine]`: growth of the states of an engine, or of the time of `prove`, on generated programs.
// One module per engine; called by bench.ts.

import type { BenchResult } from './result.js';

export const GROWTH_BENCHES: Readonly<Record<string, () => Promise<() => Promise<BenchResult>>>> = {
  fold: async () => (await import('./growth-fold.js')).benchGrowth,
  paths: async () => (await import('./growth-paths.js')).benchGrowthPaths,
  prove: async () => (await import('./growth-prove.js')).benchGrowthProve,
};
