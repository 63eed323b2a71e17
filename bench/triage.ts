// The verdicts of docs/triage.md as data: which findings on which projects are real, justified or false.
// Read by `bench beliefs` and `bench replay`, which hold beliefs and runs to them.

import { readFileSync } from 'node:fs';
import { packageFile } from '../src/base/package-root.js';

export type TriageVerdict = 'real' | 'justified' | 'false' | 'cannot tell';

const VERDICTS: ReadonlySet<string> = new Set(['real', 'justified', 'false', 'cannot tell']);

/** Verdicts by project and `file:line`. The first row about a place counts, because the newest tables come first. */
export type Triage = ReadonlyMap<string, TriageVerdict>;

export const triageKey = (project: string, file: string, line: number): string => `${project} ${file}:${line}`;

export function readTriage(): Triage {
  const triage = new Map<string, TriageVerdict>();
  for (const row of readFileSync(packageFile('docs/triage.md'), 'utf8').split('\n')) {
    const [, places, verdict] = row.split('|').map((cell) => cell.trim());
    if (!places || !isVerdict(verdict)) continue;
    for (const { key } of placesIn(places)) if (!triage.has(key)) triage.set(key, verdict);
  }
  return triage;
}

const isVerdict = (text: string | undefined): text is TriageVerdict => text !== undefined && VERDICTS.has(text);

/** `openssh servconf.c:2711, 2713; ssh-keygen.c:2660`: the project once, then files with their lines. */
export function placesIn(places: string): { readonly key: string; readonly line: number }[] {
  const [project, ...rest] = places.split(' ');
  return rest
    .join(' ')
    .split(';')
    .flatMap((part) => {
      const [file, lines = ''] = part.trim().split(':');
      return lines.split(',').map((text) => ({ key: triageKey(project!, file!, Number(text)), line: Number(text) }));
    });
}
