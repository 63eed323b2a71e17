// The result of preprocessing: text, and its tokens as columns whose names are spellings of the run.
// From the printer to the parser of a unit, which numbers names by itself.

import type { SourceText } from '../../base/source.js';
import type { DeclarationShapes } from '../declaration-shapes.js';
import type { Tokens } from '../lexer.js';
import type { NameTable } from '../names.js';
import type { PackChange } from '../pack-pragmas.js';
import { T } from '../tokens.js';
import type { Spellings } from './spellings.js';

export interface Marker {
  /** Of the line behind the marker. */
  readonly offset: number;
  readonly line: number;
  readonly file: string;
  readonly system: boolean;
}

export interface SpelledTokens {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** By token, its spelling. */
  readonly ids: Int32Array;
  readonly packs: readonly PackChange[];
  readonly markers: readonly Marker[];
  /** Not all of it is C: the lexer of preprocessed text knows what to say about that. */
  readonly strange: boolean;
  readonly spellings: Spellings;
  /** Of the declarations in units with these spellings. */
  readonly shapes: DeclarationShapes;
}

/** What `lex` would make of the text. Hot: a name is looked up once per unit. */
export function tokensOf(spelled: SpelledTokens, source: SourceText, table: NameTable): Tokens {
  const { count, kinds, starts, ends, ids, packs, markers, spellings } = spelled;
  for (const { offset, line, file, system } of markers) source.addMarker(offset, line, file, system);
  const names = new Int32Array(count);
  const known = new Int32Array(spellings.table.count);
  const { pool, starts: from, ends: to, hashes } = spellings.table;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind !== T.Identifier && kind < T.Typedef) continue;
    const id = ids[i]!;
    let name = known[id]! - 1;
    if (name < 0) {
      name = table.intern(pool, from[id]!, to[id]!, hashes[id]!);
      known[id] = name + 1;
    }
    names[i] = name;
  }
  return { count, kinds, starts, ends, names, errors: [], packs };
}
