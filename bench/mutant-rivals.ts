// Other tools on the mutants of `caulk bench mutants`: gcc -fanalyzer, clang --analyze and cppcheck get the
// preprocessed unit with and without the freeing call. A leak that they report only without it counts.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceText, Span } from '../src/base/source.js';
import type { CompileJob } from '../src/frontend/compile-job.js';
import { isInstalled, leaksReportedBy, type RivalName } from './corpus-rivals.js';

/** The installed tools, with their cached reports on unmodified units. */
export class MutantRivals {
  readonly names: readonly RivalName[];
  private readonly folder = mkdtempSync(join(tmpdir(), 'caulk-mutants-'));
  private readonly before = new Map<string, Promise<ReadonlySet<string> | null>>();
  /** Mutants on which a tool timed out. */
  readonly givenUp = new Map<RivalName, number>();

  constructor(
    private readonly jobs: readonly CompileJob[],
    asked: readonly RivalName[],
  ) {
    this.names = asked.filter(isInstalled);
  }

  /** The tools that report a leak once the text at `span` is removed. */
  async thatFind(source: SourceText, span: Span): Promise<RivalName[]> {
    const found: RivalName[] = [];
    const mutant = without(source.bytes, span);
    for (const name of this.names) {
      const known = await this.leaksBefore(name, source);
      const leaks = known && (await this.leaksIn(name, source, mutant));
      if (!leaks) this.givenUp.set(name, (this.givenUp.get(name) ?? 0) + 1);
      else if ([...leaks].some((leak) => !known.has(leak))) found.push(name);
    }
    return found;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private leaksBefore(name: RivalName, source: SourceText): Promise<ReadonlySet<string> | null> {
    const key = `${name} ${source.name}`;
    const known = this.before.get(key) ?? this.leaksIn(name, source, source.bytes);
    this.before.set(key, known);
    return known;
  }

  private leaksIn(name: RivalName, { name: unit }: SourceText, bytes: Uint8Array): Promise<ReadonlySet<string> | null> {
    const file = join(this.folder, 'unit.i');
    writeFileSync(file, bytes);
    const job = this.jobs.find((j) => j.file.endsWith(unit)) ?? { ...this.jobs[0]!, flags: [] };
    const flags = job.flags.filter((flag) => /^-(?:std=|m\d|f|O)/.test(flag));
    return leaksReportedBy(name, { ...job, directory: this.folder, file, flags });
  }
}

const NEWLINE = 0x0a;

/** The text with `0` instead of the call; line numbers and line markers stay the same. */
function without(bytes: Uint8Array, { at, end }: Span): Uint8Array {
  const mutant = bytes.slice();
  const call = Buffer.from(bytes.subarray(at, end)).toString('latin1');
  const blank = call.replace(/^#.*$|[^\n]/gm, (text) => (text.length > 1 ? text : ' '));
  mutant.set(Buffer.from(blank, 'latin1'), at);
  if (mutant[at] !== NEWLINE) mutant[at] = '0'.charCodeAt(0);
  return mutant;
}
