// What the comments above an entry require of its parameters, read from the source file.
// Between the commands that begin at a function and findings/requirements.ts, which knows the notation.

import { resolve } from 'node:path';
import { type Requirements, readRequirements } from '../../findings/requirements.js';
import { readSourceFile } from '../../findings/source-files.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { displayPath } from './find-jobs.js';

/** What the comments above a function say about its parameters; `job`: of its unit, which says where files are. */
export function requirementsOf({ body }: FunctionSymbol, job?: CompileJob): Requirements {
  const place = body && body.source.locate(body.at);
  const file = place && (job ? displayPath(job, place.file) : place.file);
  const bytes = place && readSourceFile(job ? resolve(job.directory, place.file) : place.file);
  if (!body || !place || !file || !bytes) return { requirements: [], diagnostics: [] };
  const pointers = body.params.filter((p) => p.type.kind === 'pointer').map((p) => p.name);
  return readRequirements(file, bytes, { line: place.line, pointers });
}
