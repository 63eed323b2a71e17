// Findings, reports and source files for tests.

import { SourceText } from '../../src/base/source.js';
import type { Site } from '../../src/engines/engine.js';
import { type AssemblyScope, assembleFindings } from '../../src/findings/assemble.js';
import type { LocatedFinding, Report } from '../../src/findings/report.js';
import { ruleNames } from '../../src/findings/rules.js';
import { openSources, type SourceFiles } from '../../src/findings/source-files.js';

/** Sources that exist only in memory. */
export function sourcesOf(files: Readonly<Record<string, string | Uint8Array>>): SourceFiles {
  return openSources((file) => {
    const text = files[file];
    return text === undefined ? null : Buffer.from(text as string);
  });
}

export function makeFinding(changes: Partial<LocatedFinding> = {}): LocatedFinding {
  return {
    rule: 'leak',
    certainty: 'definite',
    file: 'a.c',
    line: 2,
    column: 3,
    function: 'f',
    message: 'the block is lost',
    engines: ['paths'],
    condition: null,
    trace: [],
    allocation: null,
    doubts: [],
    worth: null,
    ...changes,
  };
}

export function makeScope(changes: Partial<AssemblyScope> = {}): AssemblyScope {
  return {
    files: [],
    functions: [],
    rules: new Set(ruleNames),
    sources: sourcesOf({}),
    baseline: null,
    marks: [],
    isExcluded: () => false,
    ...changes,
  };
}

export function makeReport(
  findings: readonly LocatedFinding[],
  scope: Partial<AssemblyScope> = {},
  changes: Partial<Report> = {},
): Report {
  return {
    version: '1.2.3',
    root: '/project',
    elsewhere: null,
    marks: [],
    ...assembleFindings(findings, makeScope(scope)),
    functions: [{ name: 'f', file: 'a.c', line: 1, status: 'analysed', reason: null }],
    stats: {
      files: 1,
      functions: 1,
      instructions: 9,
      states: 4,
      milliseconds: { preprocess: 10, read: 20, total: 310 },
      peakMemoryMB: 80,
      latent: 0,
      secondLook: null,
    },
    refuted: [],
    portraits: [],
    ...changes,
  };
}

/** The site of `word`'s `nth` occurrence (from 0) in a preprocessed text. */
export function siteOf(text: string, word: string, nth = 0): Site {
  const bytes = Buffer.from(text);
  let at = bytes.indexOf(word);
  for (let i = 0; i < nth; i++) at = bytes.indexOf(word, at + 1);
  return { source: new SourceText('a.c', bytes), at, end: at + word.length };
}
