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
 * Does the error depend on what callers see to? Then a run from the function does not show that it happens in the program. A leak may
 * rely on arguments, texts, variables that are null or not, failing calls and allocations, objects that functions of the program make
 * from such: whatever they are, the function must care for what it allocates. Records of the caller are another matter: their members are related in ways that only the functions know which
 * maintain them. Other errors are excluded by callers in more ways: they must not depend on any decision about the input.
 */
export function dependsOnCallers(rule: Rule, { choices }: Attempt, route: Route, run: RunResult): boolean {
  const places = new Map(run.given.map((place) => [place.path, place]));
  if (rule !== 'leak') return run.decidedBy.some((path) => !places.get(path)?.by);
  const parameters = new Set(route.function.body!.params.map(({ name }) => name));
  return [...choices].some(([path, choice]) => {
    const place = places.get(path);
    if (!place || place.by || place.partOf || isCharacter(place.type) || parameters.has(path)) return false;
    if (typeof choice === 'object' && 'maker' in choice) return false;
    return !(choice === 'null' || choice === 'object') || !/^\w+$/.test(path);
  });
}
