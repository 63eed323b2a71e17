// When a finding happens, in words: its condition, and whether any caller makes it so.
// Asked by all reports for people.

import type { LocatedFinding } from './report.js';

/** Null if nothing is known. */
export function whenOf({ condition, latent }: Pick<LocatedFinding, 'condition' | 'latent'>): string | null {
  if (!latent) return condition;
  return condition === null
    ? 'a caller makes it so; no known caller does'
    : `${condition}; no known caller makes it so`;
}
