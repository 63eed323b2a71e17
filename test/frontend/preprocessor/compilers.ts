// What gcc, clang and our own preprocessor make of a text: for comparison, byte by byte or token by token.
// Used by the tests beside this file.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SourceText } from '../../../src/base/source.js';
import { jobFor } from '../../../src/frontend/compile-job.js';
import { findNamedCompiler } from '../../../src/frontend/compiler.js';
import { lex } from '../../../src/frontend/lexer.js';
import { NameTable } from '../../../src/frontend/names.js';
import { Preprocessor } from '../../../src/frontend/preprocessor/preprocess-unit.js';
import { tokensOf } from '../../../src/frontend/preprocessor/spelled-tokens.js';

const own = new Preprocessor();

/** A folder with these files; their names are unique in it, since the preprocessor reads each path once. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-own-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function runOwn(folder: string, file: string, flags: readonly string[], compiler: 'gcc' | 'clang' = 'gcc') {
  const job = jobFor({ file, directory: folder, compiler: findNamedCompiler(compiler, folder)!, flags });
  return own.run(job);
}

/** The text, or why there is none. */
export function ownText(folder: string, file: string, flags: readonly string[] = []): string {
  const result = runOwn(folder, file, flags);
  if (typeof result === 'string') return `refused: ${result}`;
  return 'spelled' in result ? Buffer.from(result.spelled.bytes).toString() : `${result.kind}: ${result.message}`;
}

export function compilerText(folder: string, file: string, flags: readonly string[] = [], compiler = 'gcc'): string {
  const run = spawnSync(compiler, [...flags, '-E', '-w', file], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return run.status === 0 ? run.stdout : `failed: ${run.stderr}`;
}

/** The spellings of a text, without line markers. */
export function tokensIn(text: string): string[] {
  const source = new SourceText('a.c', Buffer.from(text));
  const { count, starts, ends } = lex(source, new NameTable());
  return Array.from({ length: count }, (_, i) => source.text({ at: starts[i]!, end: ends[i]! }));
}

export function ownTokens(folder: string, file: string, flags: readonly string[], compiler: 'gcc' | 'clang'): string[] {
  const result = runOwn(folder, file, flags, compiler);
  if (typeof result === 'string') return [`refused: ${result}`];
  return 'spelled' in result
    ? tokensIn(Buffer.from(result.spelled.bytes).toString())
    : [`${result.kind}: ${result.message}`];
}

/** The columns that the parser gets, and those that lexing the text gives; positions and packing included. */
export function columnsOf(folder: string, file: string) {
  const result = runOwn(folder, file, []);
  if (typeof result === 'string' || !('spelled' in result)) throw new Error(JSON.stringify(result));
  const { spelled } = result;
  const [told, read] = [new SourceText(file, spelled.bytes), new SourceText(file, spelled.bytes)];
  const [names, others] = [new NameTable(), new NameTable()];
  const describe = (source: SourceText, table: NameTable, tokens: ReturnType<typeof lex>) => ({
    kinds: [...tokens.kinds.subarray(0, tokens.count)],
    starts: [...tokens.starts.subarray(0, tokens.count)],
    ends: [...tokens.ends.subarray(0, tokens.count)],
    names: Array.from({ length: tokens.count }, (_, i) => table.names[tokens.names[i]!]?.text),
    packs: tokens.packs.map(({ align }) => align),
    markers: source.markers(),
  });
  return {
    strange: spelled.strange,
    told: describe(told, names, tokensOf(spelled, told, names)),
    read: describe(read, others, lex(read, others)),
  };
}
