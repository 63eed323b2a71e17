// What a run from a function takes for granted, in words, and whether callers must see to it.
// Made from the choices of an attempt; shown with a finding as its condition.

import type { Choice } from '../../interp/given/choice.js';
import { describeChoice } from '../../interp/given/choice.js';
import type { GivenPlace } from '../../interp/given/given.js';
import { isCharacter } from '../../interp/given/scalars.js';
import type { Route } from '../../ir/route.js';
import type { Attempt } from './route-search.js';

/** The choices as a conjunction: `mode == 2 and name is "undo" and allocation 3 fails`. */
export function conditionOf({ choices, failures }: Attempt, given: readonly GivenPlace[]): string | null {
  const places = new Map(given.map((place) => [place.path, place]));
  const texts = new Map<string, string>();
  const parts: string[] = [];
  for (const [path, choice] of choices) {
    const place = places.get(path);
    if (!place) continue; // the run never looked there
    const text = characterIn(place, choice);
    if (text) texts.set(text.name, (texts.get(text.name) ?? '') + text.character);
    else parts.push(place.by ? `a call of ${place.by} gives ${value(choice)}` : describeChoice(path, choice));
  }
  for (const [name, text] of texts) parts.push(`${name} is ${JSON.stringify(text)}`);
  for (const n of failures) parts.push(`allocation ${n} fails`);
  return parts.length > 0 ? [...new Set(parts)].join(' and ') : null;
}

const value = (choice: Choice): string =>
  choice === 'null' ? 'null' : typeof choice === 'number' || typeof choice === 'bigint' ? String(choice) : 'a pointer';

function characterIn({ path, type }: GivenPlace, choice: Choice): { name: string; character: string } | null {
  const index = /^(.*)\[\d+\]$/.exec(path);
  if (!index || !isCharacter(type) || typeof choice !== 'number') return null;
  return { name: index[1]!, character: choice === 0 ? '' : String.fromCharCode(choice & 0xff) };
}

/**
 * Does the run rely on numbers in records of the caller or in variables? These are often related to each other in ways that only the
 * functions know which maintain them. Arguments, texts, optional pointers, failing calls and allocations are not.
 */
export function reliesOnRecords({ choices }: Attempt, route: Route, given: readonly GivenPlace[]): boolean {
  const places = new Map(given.map((place) => [place.path, place]));
  const parameters = new Set(route.function.body!.params.map(({ name }) => name));
  return [...choices].some(([path, choice]) => {
    const place = places.get(path);
    if (!place || place.by || isCharacter(place.type)) return false;
    if (choice === 'null' || choice === 'object') return false;
    return !parameters.has(path);
  });
}
