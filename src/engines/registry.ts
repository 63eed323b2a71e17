// Which engines there are, loaded when they are asked for.
// Between the command line and the engines.

import type { Engine, EngineName } from './engine.js';

const ENGINES: Readonly<Partial<Record<EngineName, () => Promise<Engine>>>> = {
  fold: async () => (await import('./fold/engine.js')).fold,
  stack: async () => (await import('./stack/engine.js')).stackEngine,
  modular: async () => (await import('./modular/engine.js')).modular,
  paths: async () => (await import('./paths/engine.js')).paths,
  symbolic: async () => (await import('./symbolic/engine.js')).symbolic,
};

/** Engines whose proofs count, by what they usually cost. `modular` is for finding, not for proving. */
export const PROVERS: readonly EngineName[] = ['paths', 'fold', 'symbolic', 'stack'];

/** Those that are there. */
export const engineNames = Object.keys(ENGINES).sort() as readonly EngineName[];

/** The engine of this name, or null if it is not there yet. */
export async function findEngine(name: EngineName): Promise<Engine | null> {
  return (await ENGINES[name]?.()) ?? null;
}
