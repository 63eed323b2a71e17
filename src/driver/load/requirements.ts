// What the comments above an entry require of its parameters, read from the source file.
// Between the commands that begin at a function and findings/requirements.ts, which knows the notation.

import { type Requirements, readRequirements } from '../../findings/requirements.js';
import { readSourceFile } from '../../findings/source-files.js';
import type { FunctionSymbol } from '../../ir/program.js';

/** What the comments above a function say about its parameters. */
export function requirementsOf(
  { body }: FunctionSymbol,
  openAs: (file: string) => string = (file) => file,
): Requirements {
  const place = body && body.source.locate(body.at);
  const file = place && openAs(place.file);
  const bytes = file && readSourceFile(file);
  if (!body || !place || !file || !bytes) return { requirements: [], diagnostics: [] };
  const pointers = body.params.filter((p) => p.type.kind === 'pointer').map((p) => p.name);
  return readRequirements(file, bytes, { line: place.line, pointers });
}
