// The report for code scanning services, validated against the schema that OASIS publishes (see its `$id`).

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/base/diagnostics.js';
import type { Drawing } from '../../src/engines/drawing.js';
import type { Portrait } from '../../src/findings/portrait.js';
import type { Report } from '../../src/findings/report.js';
import { ruleNames } from '../../src/findings/rules.js';
import type { SourceFiles } from '../../src/findings/source-files.js';
import { formatSarif } from '../../src/report/sarif.js';
import { webSite } from '../../src/report/web-site.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';
import { complaintsAbout } from '../support/sarif-rules.js';

const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync('test/report/sarif-schema-2.1.0.json', 'utf8')));

const sources = sourcesOf({
  'a.c': 'void f(void) {\n  p = 0; // caulk-ignore[leak]: kept on purpose\n  /* äö🐟 */ q = 0;\n}\n',
});

/** Validates every log that a test reads. */
function logOf(report: Report, from: SourceFiles = sources): Log {
  const log = JSON.parse(formatSarif(report, from)) as Log;
  validate(log);
  expect(validate.errors).toBeNull();
  expect(complaintsAbout(log)).toEqual([]);
  return log;
}

const resultsOf = (report: Report): readonly Result[] => logOf(report).runs[0]!.results!;

describe('formatSarif', () => {
  it('describes the tool and all rules, with help and CWE tags', () => {
    const { driver } = logOf(makeReport([])).runs[0]!.tool;
    expect(driver).toMatchObject({ name: 'caulk', version: '1.2.3', informationUri: webSite() });
    expect(driver.rules!.map((rule) => rule.id)).toEqual(ruleNames);
    expect(driver.rules![0]).toMatchObject({
      shortDescription: { text: expect.any(String) },
      help: { text: expect.any(String), markdown: expect.stringMatching(/^# leak\n/) },
      helpUri: new URL('docs/rules/leak.md', webSite()).href,
      properties: { tags: ['security', 'external/cwe/cwe-401'], 'security-severity': '4.3' },
    });
  });

  it('gives each finding its rule, place, trace and fingerprint', () => {
    const finding = makeFinding({
      rule: 'double-free',
      line: 3,
      column: 17,
      engines: ['paths', 'fold'],
      condition: 'n > 0',
      trace: [{ file: 'a.c', line: 1, column: 1, message: 'enters' }],
      allocation: { file: 'a.c', line: 1, column: 6 },
    });
    const report = makeReport([finding], { sources });
    const artifactLocation = { uri: 'a.c', uriBaseId: '%SRCROOT%' };
    expect(resultsOf(report)).toEqual([
      {
        ruleId: 'double-free',
        ruleIndex: ruleNames.indexOf('double-free'),
        level: 'error',
        message: { text: 'the block is lost; happens when: n > 0' },
        locations: [
          {
            physicalLocation: {
              artifactLocation,
              region: { startLine: 3, startColumn: 13, snippet: { text: expect.stringMatching(/./) } },
              contextRegion: {
                startLine: 2,
                endLine: expect.any(Number),
                snippet: { text: expect.stringContaining('\n') },
              },
            },
            logicalLocations: [{ name: 'f', kind: 'function' }],
          },
        ],
        relatedLocations: [
          {
            id: 1,
            physicalLocation: { artifactLocation, region: { startLine: 1, startColumn: 6 } },
            message: { text: 'allocated here' },
          },
        ],
        codeFlows: [
          {
            threadFlows: [
              {
                locations: [
                  {
                    location: {
                      physicalLocation: { artifactLocation, region: { startLine: 1, startColumn: 1 } },
                      message: { text: 'enters' },
                    },
                  },
                ],
              },
            ],
          },
        ],
        partialFingerprints: { 'caulk/v1': report.findings[0]!.fingerprint },
        properties: { certainty: 'definite', engines: ['paths', 'fold'], condition: 'n > 0' },
      },
    ]);
  });

  it.each([
    ['error', makeFinding({ certainty: 'confirmed' })],
    ['error', makeFinding({ certainty: 'definite' })],
    ['warning', makeFinding({ certainty: 'possible' })],
    ['note', makeFinding({ certainty: 'possible', doubts: ['merged-state'] })],
  ])('has the level %s by certainty', (level, finding) => {
    expect(resultsOf(makeReport([finding]))[0]!.level).toBe(level);
  });

  it('says where the root of the project is', () => {
    const { originalUriBaseIds } = logOf(makeReport([], {}, { root: '/home/some one' })).runs[0]!;
    expect(originalUriBaseIds).toMatchObject({ '%SRCROOT%': { uri: 'file:///home/some%20one/' } });
  });

  it('has the heaps behind the place of a finding as graphs', () => {
    const node = { kind: 'cell', fields: [], summary: false, title: '' } as const;
    const drawing: Drawing = {
      title: '',
      nodes: [
        { ...node, id: 'p', kind: 'variable', label: 'p' },
        { ...node, id: 'c1', label: 'node', fields: [{ name: 'next', value: 'null' }] },
      ],
      edges: [{ from: 'p', fromField: null, to: 'c1', toField: null, certainty: 'must', label: '' }],
      notes: ['n > 0'],
    };
    const states = [{ ...drawing, nodes: [] }];
    const before = { line: 2, when: 'before', loop: false, states, omitted: 0, invariant: [] } as const;
    const portrait: Portrait = {
      ...{ function: 'f', file: 'a.c', line: 1, end: 4, engine: 'paths', verdict: 'open', complete: true },
      lines: [before, { ...before, when: 'after', states: [drawing] }],
    };
    const findings = [makeFinding(), makeFinding({ line: 3 })];
    const [here, elsewhere] = resultsOf(makeReport(findings, {}, { portraits: [portrait] }));
    expect(here!.graphs).toEqual([
      {
        description: { text: 'The heap behind line 2.\nn > 0' },
        nodes: [
          { id: 'p', label: { text: 'p' }, properties: { kind: 'variable', summary: false } },
          { id: 'c1', label: { text: 'node\nnext = null' }, properties: { kind: 'cell', summary: false } },
        ],
        edges: [{ id: 'edge-0', sourceNodeId: 'p', targetNodeId: 'c1', properties: { certainty: 'must' } }],
      },
    ]);
    expect(elsewhere!.graphs).toBeUndefined();
    const step = { file: 'a.c', line: 1, column: 1, message: 'enters', heap: drawing };
    const [told] = resultsOf(makeReport([makeFinding({ trace: [step], heap: drawing, heapAfter: drawing })]));
    expect(told!.graphs!.map(({ description }) => description!.text!.split('\n')[0])).toEqual([
      'The heap at step 1, line 1.',
      'The heap before line 2.',
      'The heap behind line 2.',
    ]);
  });

  it('marks suppressed findings instead of dropping them', () => {
    const [result] = resultsOf(makeReport([makeFinding()], { sources }));
    expect(result!.suppressions).toEqual([{ kind: 'inSource', justification: 'kept on purpose' }]);
  });

  it('states which findings are new, unchanged and absent', () => {
    const old = makeReport([makeFinding({ line: 3 }), makeFinding({ line: 1 })], { sources }).findings;
    const baseline = new Map(old.map((finding) => [finding.fingerprint, finding]));
    const findings = [makeFinding({ line: 3 }), makeFinding({ line: 4 })];
    const results = resultsOf(makeReport(findings, { sources, baseline, files: ['a.c'] }));
    expect(results.map((result) => result.baselineState)).toEqual(['unchanged', 'new', 'absent']);
  });

  it('reports problems with the input', () => {
    const diagnostics = [
      diagnostic('syntax', 'expected `;`', { file: 'a.c', line: 1, column: 2 }),
      diagnostic('unused-suppression', 'nothing here'),
    ];
    const [invocation] = logOf(makeReport([], {}, { diagnostics })).runs[0]!.invocations!;
    expect(invocation).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { descriptor: { id: 'syntax' }, level: 'error', message: { text: 'expected `;`' } },
        { descriptor: { id: 'unused-suppression' }, level: 'warning' },
      ],
    });
    expect(logOf(makeReport([])).runs[0]!.invocations).toEqual([{ executionSuccessful: true }]);
  });

  it('quotes the code of a place, and the lines around it', () => {
    const text = sourcesOf({ 'a.c': 'one;\r\n  two;\nthree;\nfour;\n', 'b.c': `${'x'.repeat(5_000)};\n` });
    const quoted = (file: string, line: number) => {
      const [result] = (
        JSON.parse(formatSarif(makeReport([makeFinding({ file, line })], { sources: text }), text)) as Log
      ).runs[0]!.results!;
      const { region, contextRegion } = result!.locations![0]!.physicalLocation!;
      return [region!.snippet?.text, contextRegion?.startLine, contextRegion?.endLine, contextRegion?.snippet?.text];
    };
    expect(quoted('a.c', 2)).toEqual(['two;', 1, 3, 'one;\n  two;\nthree;']);
    expect(quoted('a.c', 1)).toEqual(['e;', 1, 2, 'one;\n  two;']);
    expect(quoted('b.c', 1)).toEqual([undefined, undefined, undefined, undefined]);
    expect(quoted('nowhere.c', 1)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ['dir with blank/ä#?.c', { uri: 'dir%20with%20blank/%C3%A4%23%3F.c', uriBaseId: '%SRCROOT%' }],
    ['/usr/include/x.h', { uri: 'file:///usr/include/x.h' }],
    ['<built-in>/libc.c', { uri: '%3Cbuilt-in%3E/libc.c', uriBaseId: '%SRCROOT%' }],
    ['javascript:alert(1).c', { uri: 'javascript%3Aalert(1).c', uriBaseId: '%SRCROOT%' }],
    ['half \ud800.c', { uri: 'half%20%EF%BF%BD.c', uriBaseId: '%SRCROOT%' }],
  ])('names %j as a URI', (file, location) => {
    const [result] = resultsOf(makeReport([makeFinding({ file })]));
    expect(result!.locations![0]!.physicalLocation!.artifactLocation).toEqual(location);
  });

  it('escapes text that looks like a link', () => {
    const [result] = resultsOf(makeReport([makeFinding({ message: 'lost in table[i](p)' })]));
    expect(result!.message.text).toBe('lost in table\\[i\\](p)');
  });

  it('has the same bytes on each run, whatever its duration', () => {
    const findings = [makeFinding({ line: 3 }), makeFinding({ rule: 'double-free' })];
    const slow = makeReport([...findings].reverse(), { sources });
    const stats = { ...slow.stats, milliseconds: { total: 9999 }, peakMemoryMB: 1 };
    expect(formatSarif({ ...slow, stats }, sources)).toBe(formatSarif(makeReport(findings, { sources }), sources));
  });

  it('marks latent findings', () => {
    const [result] = resultsOf(makeReport([makeFinding({ latent: true, condition: 'n > 0' })]));
    expect(result!.properties).toMatchObject({ latent: true, condition: 'n > 0' });
    const [possible] = resultsOf(makeReport([makeFinding({ latent: true, certainty: 'possible' })]));
    expect(possible!.level).toBe('note');
    expect(result!.message.text).toContain('; happens when: n > 0; no known caller makes it so');
  });
});
