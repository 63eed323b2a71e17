// Other tools on the mutants of `caulk bench mutants`: gcc -fanalyzer, clang --analyze and cppcheck get the
// preprocessed unit with and without the edit. An error of the kind that they report only with it counts.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceText } from '../src/base/source.js';
import type { CompileJob } from '../src/frontend/compile-job.js';
import { isInstalled, type RivalName, type RivalReport, reportsOf } from './corpus-rivals.js';
import { editBytes } from './edit.js';
import type { Candidate } from './mutable-project.js';

type Reports = readonly RivalReport[] | null;

export interface RivalVerdict {
  readonly found: readonly RivalName[];
  /** The tools that timed out. */
  readonly givenUp: readonly RivalName[];
}

/** The installed tools, with their cached reports on unmodified units. */
export class MutantRivals {
  readonly names: readonly RivalName[];
  private readonly folder = mkdtempSync(join(tmpdir(), 'caulk-mutants-'));
  private readonly before = new Map<string, Promise<Reports>>();

  constructor(
    private readonly jobs: readonly CompileJob[],
    asked: readonly RivalName[],
  ) {
    this.names = asked.filter(isInstalled);
  }

  async examine({ kind, function: f, edit }: Candidate): Promise<RivalVerdict> {
    const { source } = f.body!;
    const [found, givenUp]: [RivalName[], RivalName[]] = [[], []];
    for (const name of this.names) {
      const before = await this.reportsBefore(name, source);
      const after = before && (await this.reportsIn(name, source, editBytes(source.bytes, edit)));
      const known = new Set(before?.map(({ line }) => line));
      if (!after) givenUp.push(name);
      else if (after.some(({ rule, line }) => kind.rules.includes(rule) && !known.has(line))) found.push(name);
    }
    return { found, givenUp };
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private reportsBefore(name: RivalName, source: SourceText): Promise<Reports> {
    const key = `${name} ${source.name}`;
    const known = this.before.get(key) ?? this.reportsIn(name, source, source.bytes);
    this.before.set(key, known);
    return known;
  }

  private reportsIn(name: RivalName, { name: unit }: SourceText, bytes: Uint8Array): Promise<Reports> {
    const file = join(this.folder, 'unit.i');
    writeFileSync(file, name === 'clang' ? forClang(bytes) : bytes);
    const job = this.jobs.find((j) => j.file.endsWith(unit)) ?? { ...this.jobs[0]!, flags: [] };
    const flags = job.flags.filter((flag) => /^-(?:std=|m\d|f|O)/.test(flag));
    return reportsOf(name, { ...job, directory: this.folder, file, flags });
  }
}

/** What gcc's preprocessor leaves in the headers of the C library and clang cannot read: it would give up at once. */
const ONLY_GCC: readonly (readonly [RegExp, string])[] = [
  [/__malloc__ \([^()]*\)/g, '__malloc__'],
  [/\b_Float32\b/g, 'float'],
  [/\b_Float(?:64|32x)\b/g, 'double'],
  [/\b_Float64x\b/g, 'long double'],
  [/\b_Float128\b/g, '__float128'],
];

function forClang(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  return Buffer.from(
    ONLY_GCC.reduce((changed, [pattern, put]) => changed.replace(pattern, put), text),
    'latin1',
  );
}
