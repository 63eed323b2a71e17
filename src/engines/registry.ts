// The engines by name, loaded on demand.
// Between the command line and the engines.

import type { Engine, EngineName, EntryEngine } from './engine.js';

export type ProverName = Exclude<EngineName, 'modular'>;

const PROVING: Readonly<Record<ProverName, () => Promise<EntryEngine>>> = {
  fold: async () => (await import('./fold/engine.js')).fold,
  stack: async () => (await import('./stack/engine.js')).stackEngine,
  paths: async () => (await import('./paths/engine.js')).paths,
  symbolic: async () => (await import('./symbolic/engine.js')).symbolic,
};

const ENGINES: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  ...PROVING,
  modular: async () => (await import('./modular/engine.js')).modular,
};

/** Engines whose proofs count, by usual cost. `modular` finds errors and does not prove. */
export const PROVERS: readonly ProverName[] = ['paths', 'fold', 'symbolic', 'stack'];

/** Those of the second stage of `check`, ordered by their cost per function. */
export const QUICK_PROVERS: readonly ProverName[] = ['paths', 'symbolic', 'fold'];

export const engineNames = Object.keys(ENGINES).sort() as readonly EngineName[];

export const isProver = (name: EngineName): name is ProverName => name in PROVING;

/** null: no engine has this name. */
export async function findEngine(name: string): Promise<Engine | null> {
  return Object.hasOwn(ENGINES, name) ? ENGINES[name as EngineName]() : null;
}

export const findProver = (name: ProverName): Promise<EntryEngine> => PROVING[name]();

export const findProvers = (names: readonly ProverName[]): Promise<EntryEngine[]> => Promise.all(names.map(findProver));
