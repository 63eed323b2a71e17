// What Microsoft's SARIF multitool validates beyond the schema, as far as it concerns what caulk writes: its rules by number.
// For tests of the SARIF report; where SARIF_MULTITOOL names the real tool, test/report/sarif-tool.test.ts runs it.

import type { Log, Node, ReportingDescriptor, Result, Run } from 'sarif';

type Check = (run: Run, log: Log) => readonly (string | false | undefined)[];

const rulesOf = (run: Run): readonly ReportingDescriptor[] => run.tool.driver.rules ?? [];

/** The number of a rule of the multitool, and what is wrong by it. */
const CHECKS: Readonly<Record<string, Check>> = {
  'SARIF1001 rule identifiers are unique': (run) => {
    const ids = rulesOf(run).map(({ id }) => id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  },
  'SARIF2012 rules have a friendly name': (run) =>
    rulesOf(run).map(({ id, name = '' }) => (!/^[A-Z]\w+$/.test(name) || name.toLowerCase() === id) && id),
  'SARIF1002 addresses are valid': (run) => addressesIn(run).filter((uri) => !URL.canParse(uri, 'file:///')),
  'SARIF1004 base addresses are absolute and end with a slash': (run) =>
    Object.values(run.originalUriBaseIds ?? {}).map(({ uri }) => !/^[a-z]+:.*\/$/.test(uri ?? '') && uri),
  'SARIF1005 addresses of tools and rules are absolute': (run) =>
    [run.tool.driver.informationUri, ...rulesOf(run).map((r) => r.helpUri)].map(
      (u) => !URL.canParse(u ?? '') && `${u}`,
    ),
  'SARIF1007 regions are complete': (run) =>
    resultsOf(run).flatMap((r) =>
      (r.locations ?? []).map(({ physicalLocation: p }) => !(p?.region?.startLine ?? 0) && JSON.stringify(p)),
    ),
  'SARIF1009 indices are those of the rules': (run) =>
    resultsOf(run).map((r) => r.ruleIndex !== undefined && rulesOf(run)[r.ruleIndex]?.id !== r.ruleId && r.ruleId),
  'SARIF1012 messages have a text': (run) => resultsOf(run).map((r) => !r.message.text && r.ruleId),
  'SARIF2004 relative addresses have a base': (run) =>
    resultsOf(run).flatMap((r) =>
      (r.locations ?? []).map(({ physicalLocation: p }) => {
        const { uri = '', uriBaseId } = p?.artifactLocation ?? {};
        return !URL.canParse(uri) && !(run.originalUriBaseIds ?? {})[uriBaseId ?? ''] && uri;
      }),
    ),
  'SARIF2005 the tool has a version and an address': ({ tool: { driver } }) => [
    !driver.semanticVersion && 'semanticVersion',
    !driver.informationUri && 'informationUri',
  ],
  'SARIF2012 rules say what they are about': (run) =>
    rulesOf(run).map((r) => !(r.helpUri && r.help?.text && r.shortDescription?.text.endsWith('.')) && r.id),
  'SARIF2014 edges of graphs have ends': (run) => resultsOf(run).flatMap(looseEnds),
};

const resultsOf = (run: Run): readonly Result[] => run.results ?? [];

const addressesIn = (run: Run): string[] =>
  resultsOf(run).flatMap((r) => (r.locations ?? []).flatMap((l) => l.physicalLocation?.artifactLocation?.uri ?? []));

function looseEnds({ graphs = [] }: Result): string[] {
  return graphs.flatMap(({ nodes = [], edges = [] }) => {
    const known = new Set(nodes.map(({ id }: Node) => id));
    const twice = known.size === nodes.length ? [] : ['a node twice'];
    const loose = edges.filter((e) => !known.has(e.sourceNodeId) || !known.has(e.targetNodeId));
    return [...twice, ...loose.map(({ id }) => id)];
  });
}

export function complaintsAbout(log: Log): string[] {
  return log.runs.flatMap((run) =>
    Object.entries(CHECKS).flatMap(([rule, check]) =>
      check(run, log).flatMap((complaint) => (complaint ? [`${rule}: ${complaint}`] : [])),
    ),
  );
}
