// The page of a proof: the verdicts, what they rest on, and the invariants of loops, drawn and in words.
// From the report of `prove` to text; the page is that of the HTML report, with one more tab.

import { assembleFindings } from '../../findings/assemble.js';
import { ruleNames } from '../../findings/rules.js';
import type { SourceFiles } from '../../findings/source-files.js';
import { type Invariant, invariantsOf, type ProofReport, type ProvedProperty } from '../proof.js';
import { writeDocument } from './document.js';
import { makePayload, type Payload } from './payload.js';

/** What the page tells besides findings and heaps. */
export interface ShownProof {
  readonly properties: readonly ProvedProperty[];
  readonly invariants: readonly Invariant[];
  readonly summaries: ProofReport['summaries'];
}

export function formatProofHtml(proof: ProofReport, sources: SourceFiles): string {
  const data = { ...payloadOf(proof, sources), summary: summarizeVerdicts(proof), proof: shownProof(proof) };
  return writeDocument({ title: `caulk: ${data.summary}`, page: 'report', data }).html;
}

const shownProof = (proof: ProofReport): ShownProof => ({
  properties: proof.properties,
  invariants: invariantsOf(proof),
  summaries: proof.summaries,
});

const summarizeVerdicts = ({ properties }: ProofReport): string =>
  properties.map(({ property, verdict }) => `${property}: ${verdict}`).join(', ');

function payloadOf(proof: ProofReport, sources: SourceFiles): Payload {
  const { files, functions, portraits, stats, version } = proof;
  const scope = { files, functions, sources, rules: new Set(ruleNames) };
  const assembled = assembleFindings(proof.findings, { ...scope, baseline: null, marks: [], isExcluded: () => false });
  const { states, instructions, milliseconds } = stats;
  const counts = { files: files.length, functions: functions.length, states, instructions };
  return makePayload(
    {
      ...assembled,
      ...{ version, functions, portraits, root: process.cwd(), marks: [], elsewhere: null, refuted: [] },
      stats: { ...counts, milliseconds: { total: milliseconds }, peakMemoryMB: 0, latent: 0, secondLook: null },
    },
    sources,
  );
}
