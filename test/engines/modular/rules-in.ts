// The rules, or the messages, of the findings in a small program without headers. Used by the tests of this folder.

import { analyseBySummaries } from '../../../src/driver/project/ask-engine.js';
import type { AnalysisOptions, Finding } from '../../../src/engines/engine.js';
import { modular } from '../../../src/engines/modular/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

/** These tests are about what is known on a path, whatever is decided there. */
const withoutBeliefs: readonly string[] = ['decided-in-between'];
const OPTIONS = {
  mallocMayFail: false,
  leakAtExit: false,
  failingAllocations: 'followed',
  budget: 2_500,
  withoutBeliefs,
} as const;
const HEAD = `typedef unsigned long size_t; void *malloc(size_t); void free(void *); void *memset(void *, int, size_t);
void exit(int); int puts(const char *);
`;

export const rulesIn = (text: string): string[] => findingsIn(text).map(({ rule }) => rule);
export const messagesIn = (text: string): string[] => findingsIn(text).map(({ message }) => message);

export function findingsIn(text: string, more: Partial<AnalysisOptions> = {}): readonly Finding[] {
  const unit = readUnit('a.c', new TextEncoder().encode(HEAD + text), LP64);
  return analyseBySummaries(modular, linkWithModels([unit], LP64, []), { ...OPTIONS, ...more }).result.findings;
}
