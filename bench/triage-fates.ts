// The column `fate` of docs/triage.md: what becomes of each finding in the tables of the current version.
// From the findings of `caulk bench replay` to the document; started by scripts/write-fates.mjs.

import { placesIn } from './triage.js';

/** `place`: `project file:line`. */
export interface FatedFinding {
  readonly place: string;
  readonly fate: string;
}

const CURRENT = /^## .* of the current version\b/;

/** The document with the column. Rows of projects that were not measured keep what they say. */
export function withFates(document: string, findings: readonly FatedFinding[]): string {
  const fates = new Map<string, ReadonlySet<string>>();
  for (const { place, fate } of findings) fates.set(place, new Set([...(fates.get(place) ?? []), fate]));
  let isCurrent = false;
  const lines = document.split('\n').map((line) => {
    if (line.startsWith('## ')) isCurrent = CURRENT.test(line);
    if (!isCurrent) return line;
    return line.startsWith('| ') ? withFate(line, fates) : line.replace(/^\|---\|---\|---\|$/, '|---|---|---|---|');
  });
  return lines.join('\n');
}

const NOT_MEASURED = '–';

const projectOf = (place: string): string => place.split(' ')[0]!;

type Fates = ReadonlyMap<string, ReadonlySet<string>>;

/** Cells: place, verdict, fate if there is one already, why. */
function withFate(row: string, fates: Fates): string {
  const cells = row
    .slice(1, -1)
    .split(' | ')
    .map((cell) => cell.trim());
  const [place = '', verdict = '', known = NOT_MEASURED] = cells.length > 3 ? cells : cells.slice(0, 2);
  const isMeasured = [...fates.keys()].some((measured) => projectOf(measured) === projectOf(place));
  const fate = place === 'place' ? 'fate' : isMeasured ? fateOf(place, fates) : known;
  return `| ${place} | ${verdict} | ${fate} | ${cells.at(-1)} |`;
}

/** One word for all places of a row, or each with its lines. */
function fateOf(places: string, fates: Fates): string {
  const each = placesIn(places).map(({ key, line }) => {
    const fate = [...(fates.get(key) ?? ['not reported'])].join(' and ');
    return { line, fate };
  });
  const all = [...new Set(each.map(({ fate }) => fate))];
  if (all.length === 1) return all[0]!;
  const linesWith = (wanted: string) => each.flatMap(({ line, fate }) => (fate === wanted ? [line] : [])).join(', ');
  return all.map((fate) => `${fate}: ${linesWith(fate)}`).join('; ');
}
