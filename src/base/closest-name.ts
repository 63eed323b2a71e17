// Guesses the intended name for one that does not exist.
// For the advice in diagnostics about rules, settings and the like.

/** The candidate with the fewest edits, if few enough for a typo; null otherwise. */
export function closestName(wrong: string, candidates: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(wrong.length / 3));
  let best: string | null = null;
  let least = limit + 1;
  for (const candidate of candidates) {
    const distance = wrong.length > 64 ? least : countEdits(wrong.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** The Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
