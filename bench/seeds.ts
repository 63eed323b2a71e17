// `caulk bench seeds [engine]`: the tables of the papers, measured with our engines.
// One module per paper; called by bench.ts.

import type { BenchResult } from './result.js';

export const SEED_BENCHES: Readonly<Record<string, () => Promise<() => Promise<BenchResult>>>> = {
  fold: async () => (await import('./seeds-fold.js')).benchSeedsFold,
  paths: async () => (await import('./seeds-paths.js')).benchSeedsPaths,
  symbolic: async () => (await import('./seeds-symbolic.js')).benchSeedsSymbolic,
  stack: async () => (await import('./seeds-stack.js')).benchSeedsStack,
};
