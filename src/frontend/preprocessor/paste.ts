// `##` (C17 6.10.3.3): two spellings become one token.
// Called by expand.ts when it comes to a token that another one is to be pasted to.

import { pushOne } from './expand.js';
import { isPadding, type Reader } from './reader.js';
import { Expects, Scanner } from './scanner.js';
import { ORIGIN, PASTED, S, SHIFT, WHITE } from './spellings.js';

/** Pastes `left` with what follows in its context, as long as `##` stands between them; the result is read next. */
export function pasteAll(r: Reader, left: number): void {
  const top = r.depth - 1;
  let result = left;
  let right: number;
  do {
    right = r.sources[top]![r.positions[top]!++]!;
    if (isPadding(right)) continue;
    const id = paste(r, result >> SHIFT, right >> SHIFT);
    if (id < 0) {
      const [one, other] = [r.spellings.text(result >> SHIFT), r.spellings.text(right >> SHIFT)];
      return r.stop('error', `pasting "${one}" and "${other}" does not give a valid preprocessing token`);
    }
    result = (id << SHIFT) | (left & (WHITE | ORIGIN));
  } while ((right & PASTED) !== 0 && r.positions[top]! < r.ends[top]!);
  r.lexedOrigin = result & ORIGIN;
  pushOne(r, result & ~PASTED);
}

/** The spelling of both together; -1 if that is not one token. */
function paste(r: Reader, left: number, right: number): number {
  const text = Buffer.from(`${r.spellings.text(left)}${r.spellings.text(right)}`);
  const scanner = new Scanner(text, r.spellings, r.dialect);
  if (text.length === 0 || isComment(text)) return S.End - 1;
  const id = scanner.next(Expects.Token);
  return scanner.pos === text.length && scanner.refusal === null ? id : -1;
}

const isComment = (text: Uint8Array): boolean => text[0] === 47 && (text[1] === 47 || text[1] === 42);
