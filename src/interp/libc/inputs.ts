// Values for `__VERIFIER_nondet_*` and `__caulk_nondet`: first those given by the user, then small random ones.
// Small values are likelier, because most programs use them as loop bounds and flags.

import type { RunOptions } from '../options.js';
import { type Int, normalize } from '../wide.js';
import { Random } from './random.js';

export class Inputs {
  private readonly random: Random;
  private readonly given: readonly (number | bigint)[];
  /** Every value returned, in order: enough to replay a run. */
  readonly used: (number | bigint)[] = [];

  constructor(options: RunOptions) {
    this.random = new Random(options.seed ?? 0);
    this.given = options.input ?? [];
  }

  next(): Int {
    const index = this.used.length;
    const value = index < this.given.length ? this.given[index]! : this.draw();
    this.used.push(value);
    return typeof value === 'bigint' ? normalize(value) : value;
  }

  private draw(): number {
    const kind = this.random.below(16);
    if (kind < 5) return this.random.below(2);
    if (kind < 13) return this.random.below(8);
    if (kind < 14) return -1 - this.random.below(4);
    if (kind < 15) return this.random.below(256);
    return this.random.next() | 0;
  }
}

/** Unknown standard input: lines with one number each. */
export function linesOf(inputs: Inputs): () => Uint8Array | null {
  let lines = 0;
  return () => (lines++ < MOST_LINES ? Buffer.from(`${inputs.next()}\n`, 'latin1') : null);
}

const MOST_LINES = 16;

/** The input file: a JSON array of numbers, or one number per line; `#` starts a comment. */
export function parseInput(text: string): (number | bigint)[] | null {
  const trimmed = text.trim();
  const words = trimmed.startsWith('[') ? readJson(trimmed) : readLines(trimmed);
  if (!words) return null;
  const values = words.map(parseValue);
  return values.includes(null) ? null : (values as (number | bigint)[]);
}

function readJson(text: string): string[] | null {
  const inner = text.replace(/^\[/, '').replace(/\]$/, '').trim();
  return inner === '' ? [] : inner.split(',').map((w) => w.trim().replace(/^"|"$/g, ''));
}

function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

function parseValue(word: string): number | bigint | null {
  if (/^[-+]?(0x[0-9a-f]+|\d+)$/i.test(word)) {
    const negative = word.startsWith('-');
    const size = BigInt(word.replace(/^[-+]/, ''));
    return normalize(negative ? -size : size);
  }
  const number = Number(word);
  return word === '' || Number.isNaN(number) ? null : number;
}
