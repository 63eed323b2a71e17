// Conditions made shorter without changing what they say: common parts once, no duplicates, nothing that follows from the rest.
// Between the engines, which put conditions together path by path, and reports.

/** `(a and b) or (a and c)` is `a and (b or c)`; words before a condition, such as `only if`, stay. */
export function simplifyCondition(text: string): string {
  const [, before = '', condition = ''] = /^((?:only if |if )?)([\s\S]*)$/.exec(text)!;
  const ways = splitAt(condition, ' or ').map((way) => withoutImplied(unique(partsOf(way))));
  if (ways.some((way) => way.length === 0)) return text;
  const told = `${before}${join(withoutSpecial(ways))}`;
  return told.length <= text.length ? told : text;
}

type Way = readonly string[];

const partsOf = (way: string): string[] => splitAt(bare(way), ' and ').map(bare);

/** Without the brackets around the whole. */
function bare(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('(') && closingOf(trimmed) === trimmed.length - 1 && / and | or /.test(trimmed)
    ? bare(trimmed.slice(1, -1))
    : trimmed;
}

function closingOf(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

/** Outside of brackets and quotes. */
function splitAt(text: string, word: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"' && text[i - 1] !== '\\') quoted = !quoted;
    if (quoted) continue;
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (depth === 0 && text.startsWith(word, i)) {
      parts.push(text.slice(start, i));
      start = i + word.length;
    }
  }
  return [...parts, text.slice(start)];
}

const unique = (parts: readonly string[]): string[] => [...new Set(parts)];

// ---- implication ---------------------------------------------------------------------------------------------------

/** `p->x == 1` implies that p is not null, `n >= 4` that n is at least 2 and not 0. */
function withoutImplied(parts: readonly string[]): string[] {
  return parts.filter((part) => !parts.some((other) => other !== part && implies(other, part)));
}

function implies(strong: string, weak: string): boolean {
  const pointer = /^(.+) (?:!= NULL|is not null)$/.exec(weak)?.[1];
  if (pointer !== undefined) return strong !== weak && mentionsContents(strong, pointer);
  const [a, b] = [boundIn(strong), boundIn(weak)];
  if (!a || !b || a.of !== b.of) return false;
  if (b.relation === '>=') return (a.relation === '>=' || a.relation === '==') && a.bound >= b.bound;
  if (b.relation === '<=') return (a.relation === '<=' || a.relation === '==') && a.bound <= b.bound;
  if (b.relation !== '!=') return false;
  if (a.relation === '==') return a.bound !== b.bound;
  return a.relation === '>=' ? a.bound > b.bound : a.relation === '<=' && a.bound < b.bound;
}

/** Does the condition read what the pointer leads to? */
function mentionsContents(condition: string, pointer: string): boolean {
  const escaped = pointer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.>])${escaped}(?:->|\\[)|(?<![\\w)\\]])\\*${escaped}(?![\\w.[-])`).test(condition);
}

interface Bound {
  readonly of: string;
  readonly relation: string;
  readonly bound: number;
}

function boundIn(part: string): Bound | null {
  const [, of, relation, bound] = /^(.+) (==|!=|>=|<=) (-?\d{1,15})$/.exec(part) ?? [];
  return of && relation && bound ? { of, relation, bound: Number(bound) } : null;
}

// ---- factoring -----------------------------------------------------------------------------------------------------

/** A way that has all parts of another one says nothing more. */
function withoutSpecial(ways: readonly Way[]): Way[] {
  const sets = ways.map((way) => new Set(way));
  return ways.filter((way, i) => {
    return !ways.some((other, j) => {
      const covers = j !== i && other.every((part) => sets[i]!.has(part));
      return covers && (other.length < way.length || j < i);
    });
  });
}

function join(ways: readonly Way[]): string {
  const common = ways[0]!.filter((part) => ways.every((way) => way.includes(part)));
  const rest = ways.map((way) => way.filter((part) => !common.includes(part)));
  if (ways.length === 1) return inBrackets(ways[0]!).join(' and ');
  const choice = rest.map((way) => (way.length > 1 ? `(${inBrackets(way).join(' and ')})` : way[0]!)).join(' or ');
  return common.length > 0 ? `${inBrackets(common).join(' and ')} and (${choice})` : choice;
}

/** Alternatives inside of a conjunction keep their brackets. */
const inBrackets = (parts: readonly string[]): string[] =>
  parts.map((part) => (splitAt(part, ' or ').length > 1 ? `(${part})` : part));
