// Files that are read only once: by `#pragma once`, and by #import. Such files are known by their content.
// Used by include.ts and pragma.ts; what is noted is in reader.ts.

import type { Reader } from './reader.js';

export function readOnce(r: Reader, path: string): void {
  r.note(stampOf(r, path));
  r.note(contentOf(r, path));
}

/** The content is compared only with files of the same size and time. */
export const isReadOnce = (r: Reader, path: string): boolean =>
  r.noted(stampOf(r, path)) !== null && r.noted(contentOf(r, path)) !== null;

function stampOf(r: Reader, path: string): string {
  const look = r.files.look(path);
  return `once ${look?.size} ${look?.time}`;
}

const contentOf = (r: Reader, path: string): string => `once ${r.files.content(path)}`;
