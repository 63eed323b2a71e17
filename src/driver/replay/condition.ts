// What a run from a function takes for granted, in words, and whether callers must see to it.
// Made from the choices of an attempt; shown with a finding as its condition.

import type { Rule } from '../../engines/engine.js';
import type { Choice } from '../../interp/given/choice.js';
import { describeChoice } from '../../interp/given/choice.js';
import type { GivenPlace } from '../../interp/given/given.js';
import { isCharacter } from '../../interp/given/scalars.js';
import type { RunResult } from '../../interp/run.js';
import type { Route } from '../../ir/route.js';
import type { Attempt } from './route-search.js';

/** The choices as a conjunction: `mode == 2 and name is "undo" and allocation 3 fails`. */
export function conditionOf({ choices, failures }: Attempt, given: readonly GivenPlace[]): string | null {
  const places = new Map(given.map((place) => [place.path, place]));
  const texts = new Map<string, Map<number, number>>();
  const parts: string[] = [];
  for (const [path, choice] of choices) {
    const place = places.get(path);
    if (!place) continue; // the run never looked there
    const character = characterIn(place, choice);
    if (character)
      texts.set(character.name, (texts.get(character.name) ?? new Map()).set(character.index, character.code));
    else parts.push(place.by ? answered(place.by, path, choice) : describeChoice(path, choice));
  }
  for (const [name, codes] of texts) parts.push(...describeText(name, codes));
  for (const n of failures) parts.push(`allocation ${n} fails`);
  return parts.length > 0 ? [...new Set(parts)].join(' and ') : null;
}

const value = (choice: Choice): string =>
  choice === 'null' ? 'null' : typeof choice === 'number' || typeof choice === 'bigint' ? String(choice) : 'a pointer';

/** What a function outside returned, or stored through a pointer that it got. */
const answered = (by: string, path: string, choice: Choice): string =>
  `a call of ${by} ${path.startsWith('*') ? 'stores' : 'gives'} ${value(choice)}`;

interface Character {
  readonly name: string;
  readonly index: number;
  readonly code: number;
}

function characterIn({ path, type }: GivenPlace, choice: Choice): Character | null {
  const index = /^(.*)\[(\d+)\]$/.exec(path);
  if (!index || !isCharacter(type) || typeof choice !== 'number') return null;
  return { name: index[1]!, index: Number(index[2]), code: choice & 0xff };
}

/** As a text, if its first characters are chosen and can be read; else byte by byte. */
function describeText(name: string, codes: ReadonlyMap<number, number>): string[] {
  const indices = [...codes.keys()].sort((a, b) => a - b);
  const isText = indices.every((index, i) => index === i && (codes.get(index) === 0 || isReadable(codes.get(index)!)));
  if (!isText) return indices.map((index) => `${name}[${index}] == ${codes.get(index)}`);
  const characters = indices.map((index) => codes.get(index)!).filter((code) => code !== 0);
  return [`${name} is ${JSON.stringify(String.fromCharCode(...characters))}`];
}

const isReadable = (code: number): boolean => (code >= 32 && code < 127) || code === 10 || code === 9;

/** A variable, or a member of it that no pointer leads to. */
const PART_OF_VARIABLE = /^\w+(\.\w+)*$/;

/**
 * Does the error depend on what callers see to? Then a run from the function does not show that it happens in the program. A leak may
 * rely on arguments, texts, variables that are null or not, failing calls and allocations, objects that functions of the program make
 * from such: whatever they are, the function must care for what it allocates. Records are another matter: their members are related in
 * ways that only the functions know which maintain them; and what a static function gets, its callers have tested. Other errors are excluded by callers in more ways: they must not depend on any decision about the input.
 */
export function dependsOnCallers(rule: Rule, { choices }: Attempt, route: Route, run: RunResult): boolean {
  const places = new Map(run.given.map((place) => [place.path, place]));
  if (rule !== 'leak') return run.decidedBy.some((path) => !places.get(path)?.by);
  const parameters = new Set(route.function.body!.params.map(({ name }) => name));
  return [...choices].some(([path, choice]) => {
    const place = places.get(path);
    if (!place || place.by || place.partOf || characterIn(place, choice)) return false;
    if (parameters.has(path)) return choice === 'null' && route.function.linkage === 'internal';
    if (typeof choice === 'object' && 'maker' in choice) return false;
    if (!(choice === 'null' || choice === 'object') || !PART_OF_VARIABLE.test(path)) return true;
    return isInMixedRecord(path, run);
  });
}

/** Does the run need other values of variables than the initial ones? */
export function choosesVariables({ choices }: Attempt, { function: { body } }: Route, { given }: RunResult): boolean {
  const parameters = new Set(body!.params.map(({ name }) => name));
  const places = new Map(given.map((place) => [place.path, place]));
  return [...choices.keys()].some((path) => {
    const place = places.get(path);
    const root = /^\**(\w+)/.exec(path)?.[1];
    return place !== undefined && !place.by && !place.partOf && root !== undefined && !parameters.has(root);
  });
}

/** It matters that r.f is null and r.g is not: which pointers of a record are set is decided together. */
function isInMixedRecord(path: string, { given, decidedBy }: RunResult): boolean {
  const record = path.slice(0, path.lastIndexOf('.') + 1);
  const isMember = (other: string): boolean => other.startsWith(record) && /^\w+$/.test(other.slice(record.length));
  const pointers = given.filter((p) => p.type.kind === 'pointer' && isMember(p.path) && decidedBy.includes(p.path));
  return record !== '' && new Set(pointers.map(({ value }) => value === 0)).size > 1;
}
