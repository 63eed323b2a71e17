// What a run that begins at a function finds where code outside would have put something: choices by place.
// Made by the search for inputs (src/driver/replay), read by given.ts.

import type { Int } from '../wide.js';

/**
 * The content of one scalar: a number, or what a pointer is: null, a new object, one that a function of the program makes, or the
 * object that another place points to. A place is written as in C, from a parameter, a variable, or a call of an unknown function: `p->next`, `size()#1`.
 */
export type Choice = Int | 'null' | 'object' | { readonly same: string } | { readonly maker: string };

export type Choices = ReadonlyMap<string, Choice>;

export const NO_CHOICES: Choices = new Map();

/** The choice in words: `p->next is null`. */
export function describeChoice(place: string, choice: Choice): string {
  if (choice === 'null') return `${place} is null`;
  if (choice === 'object') return `${place} is not null`;
  if (typeof choice === 'object' && 'maker' in choice) return `${place} is made by ${choice.maker}`;
  if (typeof choice === 'object') return `${place} == ${choice.same}`;
  return `${place} == ${choice}`;
}
