// Idioms of real programs, correct and with a bug: the front end reads every file without diagnostics, and annotations
// state the expected findings. (scripts/check-idioms.mjs checks the annotations with sanitizers.)

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Loaded, loadUnits } from '../../src/driver/load/load-units.js';
import { readAnnotations } from '../../src/findings/annotations.js';
import { singleFileJob } from '../../src/frontend/compile-job.js';
import { programsIn } from '../support/annotated.js';

const FOLDER = 'test/programs/idioms';
const PROJECTS = join(FOLDER, 'projects');
const files = programsIn(FOLDER);

describe('every idiom is read', async () => {
  const jobs = files.map((file) => singleFileJob(file, process.cwd(), ['-D_GNU_SOURCE']));
  const units: Loaded[] = [];
  for await (const read of loadUnits(jobs, 2)) units.push(read);
  test.each(files.map((file, i) => [file, i] as const))('%s', (_, i) => {
    const { unit, diagnostics } = units[i]!;
    expect([...diagnostics, ...(unit?.diagnostics ?? [])].map((d) => d.message)).toEqual([]);
    expect(unit?.lost).toEqual([]);
  });
});

describe('an idiom and its variant with a bug', () => {
  const warnings = (file: string) => readAnnotations(readFileSync(file, 'utf8')).filter((a) => a.kind === 'WARN');
  const single = files
    .filter((file) => !file.startsWith(PROJECTS))
    .map((file) => [basename(file, '.c'), [file]] as const);
  const projects = readdirSync(PROJECTS).map((name) => [name, programsIn(join(PROJECTS, name))] as const);
  const all = new Map<string, readonly string[]>([...single, ...projects]);
  test.each([...all])('%s', (name, sources) => {
    const found = sources.flatMap(warnings);
    expect(found.every((a) => a.rule !== null)).toBe(true);
    expect(found.length > 0).toBe(name.endsWith('-bug'));
    expect(all.has(name.endsWith('-bug') ? name.slice(0, -4) : `${name}-bug`)).toBe(true);
  });
});
