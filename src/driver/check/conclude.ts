// The report of a check: which engines it takes, and what is left of the findings when they are done.
// Around gather.ts; the command line, the language server and `fix` make their reports here.

import { resolve } from 'node:path';
import { closestName } from '../../base/closest-name.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { readVersion } from '../../base/version.js';
import type { Engine } from '../../engines/engine.js';
import { findEngine, PROVERS, QUICK_PROVERS } from '../../engines/registry.js';
import { assembleFindings, newFindings } from '../../findings/assemble.js';
import { type ChangedLines, concernsChange } from '../../findings/changes.js';
import { compareFindings } from '../../findings/order.js';
import type { DroppedFinding, Report } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import { THOROUGH, USUAL } from './effort.js';
import type { Gathered } from './gather.js';
import type { Means } from './means.js';
import type { Settings } from './settings.js';

export interface EngineRequest {
  /** Let the second stage use its full budget, and prove every function. */
  readonly prove?: true;
}

/** `auto`: summaries for the whole program, then provers in the second stage; not all of them unless requested. */
export async function chooseEngines(
  { engine: name }: Settings,
  { prove }: EngineRequest,
): Promise<Pick<Means, 'engine' | 'second' | 'prove'> | 'missing'> {
  const engine = await findEngine(name === 'auto' ? 'modular' : name);
  if (!engine) return 'missing';
  if (name !== 'auto') return { engine };
  const second = { engines: prove ? PROVERS : QUICK_PROVERS, effort: prove ? THOROUGH : USUAL };
  return { engine, second, ...(prove ? { prove: { engines: PROVERS, steps: PROOF_STEPS } } : {}) };
}

/** Unknown names of beliefs. */
export function complainAboutBeliefs({ withoutBeliefs }: Settings, engine: Engine): Diagnostic[] {
  const known = engine.kind === 'summaries' ? engine.beliefs.map(({ name }) => name) : [];
  return withoutBeliefs
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestName(name, known);
      const hint = meant
        ? `did you mean \`${meant}\`?`
        : `\`${engine.name}\` has ${known.length > 0 ? known.join(', ') : 'none'}`;
      return diagnostic('bad-usage', `there is no belief \`${name}\`; ${hint}`);
    });
}

/** Abstract steps for the proof of one function. */
const PROOF_STEPS = 200;

/** What is left of the findings, in order. */
export function reportOf(
  gathered: Gathered,
  settings: Settings & { readonly changes: ChangedLines | null },
  sources: SourceFiles,
): Report {
  const { files, functions, stats, portraits } = gathered;
  const refuted = refutedIn(gathered, settings);
  const assembled = assembleFindings(gathered.findings, { ...settings, files, functions, sources });
  const diagnostics = [...gathered.diagnostics, ...assembled.diagnostics];
  const { root, changes } = settings;
  const scope = changes && { changes, functions, pathOf: (file: string) => resolve(root, file) };
  const findings = assembled.findings.filter((finding) => !scope || concernsChange(finding, scope));
  return {
    version: readVersion(),
    root,
    ...assembled,
    findings,
    marks: settings.marks,
    elsewhere: scope && newFindings(assembled.findings).length - newFindings(findings).length,
    refuted,
    functions,
    diagnostics,
    stats,
    portraits,
  };
}

/** The findings of the selected rules and files, in order. */
const refutedIn = ({ refuted }: Gathered, { rules, isExcluded }: Settings): DroppedFinding[] =>
  refuted.filter((f) => rules.has(f.rule) && !isExcluded(f.file)).sort(compareFindings);
