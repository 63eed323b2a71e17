// Reads and writes caulk.marks.json at the root of a project.
// Between the file system and marks.ts.

import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { packageFile } from '../base/package-root.js';
import type { Mark } from './marks.js';

/** None if there is no such file. */
export function readMarks(path: string): readonly Mark[] | Diagnostic {
  if (!existsSync(path)) return [];
  try {
    const written: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const schema = JSON.parse(readFileSync(packageFile('schema/marks.schema.json'), 'utf8'));
    const check = new Ajv({ allErrors: true }).compile<{ readonly marks: readonly Mark[] }>(schema);
    if (check(written)) return written.marks;
    const [error] = check.errors ?? [];
    return diagnostic('bad-marks', `${path}: ${error?.instancePath || 'the file'} ${error?.message ?? 'is wrong'}`);
  } catch (error) {
    return diagnostic('bad-marks', `${path}: ${(error as Error).message}`);
  }
}
