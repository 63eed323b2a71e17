// The result of a bench: a table of measurements, and aims with the measured values.
// The contract between bench.ts and the benches; `--json` prints it unchanged.

import { arch, cpus, totalmem, type } from 'node:os';

export type Cell = string | number | null;

export interface Aim {
  readonly aim: string;
  readonly target: string;
  readonly measured: string;
  readonly met: boolean;
}

export interface BenchResult {
  readonly bench: string;
  readonly date: string;
  readonly machine: string;
  /** All rows have the same columns, in the order of display. */
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  readonly aims: readonly Aim[];
  /** Single findings, if the bench is about them; not in the table. */
  readonly findings?: readonly Readonly<Record<string, Cell>>[];
}

export function describeMachine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} × ${model}, ${memory} GB, ${type()} ${arch()}, Node ${process.versions.node}`;
}

/** The median; of an even number of values, the upper one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The processor time of this process since `process.cpuUsage()` returned `start`. */
export function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
