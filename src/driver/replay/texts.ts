// The texts of a program that its input may be compared with: string literals, and lines in the form of its formats.
// From the IR to the search for program inputs, which tries them.

import { latin } from '../../interp/libc/strings.js';
import { plainSymbol } from '../../ir/formats.js';
import type { Expr, Place } from '../../ir/instr.js';
import { type GlobalVariable, symbolOf, type Unit } from '../../ir/program.js';
import { ownBodies } from './dictionary.js';

export interface Texts {
  /** Short literals without spaces; those that are passed to comparing functions first. */
  readonly words: readonly string[];
  /** Lines as the program's formats read or write them. */
  readonly lines: readonly string[];
}

const MOST_WORDS = 400;
const MOST_LINES = 60;
const LONGEST = 40;

const COMPARES =
  /^(__builtin_)?(str|mem|wcs)n?(case)?(cmp|coll|str|chr|pbrk|spn|cspn)|^str(n?case|n)?cmp|^fopen|^getenv/;
const SCANS = /scanf$/;
/** What a program writes to files it may read again. */
const WRITES = /^(__builtin_)?(__)?v?fprintf/;

export function textsIn(units: readonly Unit[]): Texts {
  const compared = new Set<string>();
  const others = new Set<string>();
  const parts = new Set<string>();
  const lines = new Set<string>();
  for (const { blocks } of ownBodies(units)) {
    for (const instr of blocks.flatMap(({ instrs }) => instrs)) {
      if (instr.kind !== 'call' || instr.callee.kind !== 'direct') continue;
      const name = plainSymbol(symbolOf(instr.callee.function));
      const texts = instr.args.flatMap((a) => literalIn(a) ?? []);
      if (COMPARES.test(name)) for (const text of texts) add(compared, text);
      if (SCANS.test(name) || (WRITES.test(name) && !isMessage(instr.args[0])))
        for (const text of texts) addLine(lines, text);
    }
  }
  for (const unit of units) {
    for (const g of unit.globals) {
      const text = textOf(g);
      if (text === null) continue;
      add(others, text);
      for (const part of text.split(/[^\w.=:-]+/)) if (part !== text) add(parts, part);
    }
  }
  return { words: [...new Set([...compared, ...others, ...parts])].slice(0, MOST_WORDS), lines: [...lines] };
}

/** Is it written to a standard stream? */
const isMessage = (stream: Expr | undefined): boolean =>
  stream?.kind === 'load' && stream.place.kind === 'var' && /^std(out|err)$/.test(stream.place.variable.name);

function add(words: Set<string>, text: string): void {
  if (text !== '' && text.length <= LONGEST && !/[\s%\0]/.test(text)) words.add(text);
}

/** A format with examples in the place of its conversions. */
function addLine(lines: Set<string>, format: string): void {
  const text = format
    .replace(/%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|L|q|j|z|t)?(\[\^?\]?[^\]]*\]|[a-zA-Z%])/g, (_, what: string) =>
      what === '%' ? '%' : what === 'c' ? 'x' : /^[s[]/.test(what) ? 'kappa' : '5',
    )
    .trim();
  if (format.includes('%') && text.length <= 2 * LONGEST && lines.size < MOST_LINES && !text.includes('\n'))
    lines.add(text);
}

/** The literal whose address an argument is. */
function literalIn(e: Expr): string | null {
  if (e.kind === 'cast') return literalIn(e.operand);
  if (e.kind !== 'address') return null;
  let place: Place = e.place;
  while (place.kind === 'index' || place.kind === 'field') place = place.base;
  return place.kind === 'var' && place.variable.kind === 'global' ? textOf(place.variable) : null;
}

/** Without the final zero. */
function textOf({ literal, initializer }: GlobalVariable): string | null {
  const [first] = initializer ?? [];
  if (!literal || !first || first.value.kind !== 'string') return null;
  return latin(first.value.bytes).split('\0')[0]!;
}
