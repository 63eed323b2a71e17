// The report for code scanning services: SARIF 2.1.0, the same bytes for the same findings.
// From a concluded report to text; may serve as a baseline.

import { pathToFileURL } from 'node:url';
import type * as sarif from 'sarif';
import { catalogue, type Diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import { FINGERPRINT } from '../findings/baseline.js';
import type { GoneFinding, Report, ReportedFinding } from '../findings/report.js';
import { isRule, readRulePage, ruleNames, rules } from '../findings/rules.js';
import type { SourceFiles } from '../findings/source-files.js';
import { levelOf, sentenceOf } from './level.js';
import { describeHeaps } from './sarif-graphs.js';
import { describeFile, describeLocation, describeQuoted, SOURCE_ROOT } from './sarif-location.js';
import { rulePage, webSite } from './web-site.js';
import { writeJson } from './write-json.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export function formatSarif(report: Report, sources: SourceFiles): string {
  const results = [...report.findings, ...report.suppressed].map((finding) => describeResult(finding, report, sources));
  const run: sarif.Run = {
    tool: { driver: describeTool(report.version) },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [SOURCE_ROOT]: describeRoot(report.root) },
    invocations: [describeInvocation(report.diagnostics, sources)],
    results: [...results, ...(report.gone ?? []).map((gone) => describeGone(gone, sources))],
  };
  return writeJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] } satisfies sarif.Log);
}

function describeTool(version: string): sarif.ToolComponent {
  return {
    name: 'caulk',
    version,
    semanticVersion: version,
    informationUri: webSite(),
    rules: ruleNames.map((rule) => ({
      id: rule,
      name: friendlyName(rule),
      shortDescription: { text: `${rules[rule].summary}.` },
      fullDescription: { text: rules[rule].help },
      help: { text: rules[rule].help, markdown: readRulePage(rule) },
      helpUri: rulePage(rule),
      defaultConfiguration: { level: 'warning' },
      properties: {
        tags: ['security', ...rules[rule].cwe.map((n) => `external/cwe/cwe-${n}`)],
        'security-severity': rules[rule].severity.toFixed(1),
      },
    })),
  };
}

/** `null-dereference`: `NullDereference`. It must differ from the rule by more than case. */
const friendlyName = (rule: string): string =>
  (rule.includes('-') ? rule : `memory-${rule}`).replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());

function describeInvocation(diagnostics: readonly Diagnostic[], sources: SourceFiles): sarif.Invocation {
  const notifications = diagnostics.map(
    (d): sarif.Notification => ({
      descriptor: { id: d.code },
      level: d.severity,
      message: escapeMessage(catalogue[d.code].advice ? `${d.message} (${catalogue[d.code].advice})` : d.message),
      ...(d.location ? { locations: [describeLocation(d.location, sources)] } : {}),
    }),
  );
  return {
    executionSuccessful: !diagnostics.some((d) => d.severity === 'error'),
    ...(notifications.length > 0 ? { toolExecutionNotifications: notifications } : {}),
  };
}

function describeResult(finding: ReportedFinding, { portraits }: Report, sources: SourceFiles): sarif.Result {
  const { rule, certainty, engines, condition, doubts, worth, baseline, suppression, mark, allocation, repetition } =
    finding;
  return {
    ruleId: rule,
    ruleIndex: ruleNames.indexOf(rule),
    level: levelOf(finding),
    ...(worth === null ? {} : { rank: 100 * worth }),
    message: escapeMessage(sentenceOf(finding)),
    locations: [describeInside(finding, finding.function, sources)],
    ...(allocation ? { relatedLocations: [describeAllocation(allocation, sources)] } : {}),
    ...(finding.trace.length > 0 ? { codeFlows: [describeTrace(finding.trace, sources)] } : {}),
    partialFingerprints: { [FINGERPRINT]: finding.fingerprint },
    ...attachmentsOf(finding),
    ...fixesOf(finding),
    ...describeHeaps(finding, portraits),
    ...(baseline ? { baselineState: baseline } : {}),
    ...(suppression ? { suppressions: [describeSuppression(suppression)] } : {}),
    properties: {
      certainty,
      engines: [...engines],
      ...(condition === null ? {} : { condition }),
      ...(finding.latent ? { latent: true } : {}),
      ...(doubts.length === 0 ? {} : { doubts: [...doubts] }),
      ...(mark ? { mark: { ...mark } } : {}),
      ...(repetition ? { repeat: repetition.command } : {}),
    },
  };
}

/** Whole lines are deleted and inserted. */
function fixesOf({ fix }: ReportedFinding): Pick<sarif.Result, 'fixes'> {
  if (!fix) return {};
  const replacements = fix.edits.map(({ line, remove, insert }): sarif.Replacement => {
    const deletedRegion = { startLine: line, startColumn: 1, endLine: line + remove, endColumn: 1 };
    return { deletedRegion, ...(insert.length > 0 ? { insertedContent: { text: `${insert.join('\n')}\n` } } : {}) };
  });
  return {
    fixes: [
      {
        description: escapeMessage(fix.title),
        artifactChanges: [{ artifactLocation: describeFile(fix.file), replacements }],
      },
    ],
  };
}

/** The files of a harness. */
function attachmentsOf({ reproduction }: ReportedFinding): Pick<sarif.Result, 'attachments'> {
  if (!reproduction || 'obstacle' in reproduction) return {};
  const files = {
    'run.sh': 'compiles and runs the harness',
    'harness.c': 'the input and the call',
    'world.c': 'the world outside',
  };
  return {
    attachments: Object.entries(files).map(([name, text]) => ({
      description: { text },
      artifactLocation: describeFile(`${reproduction.path}/${name}`),
    })),
  };
}

function describeInside(place: Location, inside: string, sources: SourceFiles): sarif.Location {
  const logical = inside === '' ? {} : { logicalLocations: [{ name: inside, kind: 'function' }] };
  return { ...describeQuoted(place, sources), ...logical };
}

function describeAllocation(place: Location, sources: SourceFiles): sarif.Location {
  return { id: 1, ...describeLocation(place, sources), message: { text: 'allocated here' } };
}

function describeTrace(trace: ReportedFinding['trace'], sources: SourceFiles): sarif.CodeFlow {
  const locations = trace.map((step) => ({
    location: { ...describeLocation(step, sources), message: escapeMessage(step.message) },
  }));
  return { threadFlows: [{ locations }] };
}

function describeSuppression({ by, reason }: NonNullable<ReportedFinding['suppression']>): sarif.Suppression {
  const kind = by === 'comment' ? 'inSource' : 'external';
  return { kind, ...(reason === null ? {} : { justification: reason }) };
}

function describeGone(gone: GoneFinding, sources: SourceFiles): sarif.Result {
  return {
    ruleId: gone.rule,
    ...(isRule(gone.rule) ? { ruleIndex: ruleNames.indexOf(gone.rule) } : {}),
    message: escapeMessage(gone.message || gone.rule),
    locations: [describeInside(gone, gone.function, sources)],
    partialFingerprints: { [FINGERPRINT]: gone.fingerprint },
    baselineState: 'absent',
  };
}

/** With the slash that makes it a folder. */
function describeRoot(root: string): sarif.ArtifactLocation {
  return {
    uri: pathToFileURL(root.endsWith('/') ? root : `${root}/`).href,
    description: { text: 'the root of the project' },
  };
}

/** Plain text: `table[i](p)` would otherwise be a link. */
function escapeMessage(text: string): sarif.Message {
  return { text: text.includes('](') ? text.replace(/[[\]\\]/g, '\\$&') : text };
}
