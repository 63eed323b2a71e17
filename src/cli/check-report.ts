// What `check` has to say, as text and as the JSON object that scripts depend on.
// Called by check.ts with everything it gathered.

import type { Diagnostic } from '../base/diagnostics.js';
import { readVersion } from './version.js';

export interface FunctionReport {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly status: 'analysed' | 'skipped' | 'timeout';
  readonly reason: string | null;
}

export interface CheckReport {
  readonly functions: readonly FunctionReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: {
    readonly files: number;
    readonly functions: number;
    readonly instructions: number;
    readonly states: number;
    readonly milliseconds: Readonly<Record<string, number>>;
    readonly peakMemoryMB: number;
  };
}

export function formatJson({ functions, stats }: CheckReport): string {
  return `${JSON.stringify({ tool: 'caulk', version: readVersion(), findings: [], functions, stats }, null, 2)}\n`;
}

/** Per file, how many functions were read; then the totals. */
export function formatText({ functions, stats }: CheckReport): string {
  const perFile = new Map<string, number>();
  for (const { file } of functions) perFile.set(file, (perFile.get(file) ?? 0) + 1);
  const files = [...perFile].map(([file, count]) => `${file}: ${plural(count, 'function')}\n`);
  const totals = [
    plural(stats.files, 'file'),
    plural(stats.functions, 'function'),
    plural(stats.instructions, 'instruction'),
  ];
  return `${files.join('')}${totals.join(', ')} read in ${stats.milliseconds.total} ms\n`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
