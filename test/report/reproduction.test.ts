// Where reports name the harness of a finding, or say why there is none.

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { expect, it } from 'vitest';
import { mergeFindings } from '../../src/findings/merge.js';
import { formatJson } from '../../src/report/json.js';
import { formatSarif } from '../../src/report/sarif.js';
import { formatText } from '../../src/report/text.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';

const sources = sourcesOf({ 'a.c': 'void f(void) {\n  p = 0;\n}\n' });
const shown = makeReport([makeFinding({ reproduction: { path: 'out/1-leak-f' } })], { sources });
const without = makeReport([makeFinding({ reproduction: { obstacle: 'glob stores pointers' } })], { sources });

it('text has the command, or the reason', () => {
  expect(formatText(shown, sources)).toContain('\n  reproduce: sh out/1-leak-f/run.sh\n');
  expect(formatText(without, sources)).toContain('\n  no harness: glob stores pointers\n');
});

it('JSON has the directory, or the reason', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(readFileSync('schema/report.schema.json', 'utf8')),
  );
  const finding = (text: string) => {
    expect(validate(JSON.parse(text))).toBe(true);
    return JSON.parse(text).findings[0];
  };
  expect(finding(formatJson(shown))).toMatchObject({ reproduction: 'out/1-leak-f', noReproduction: null });
  expect(finding(formatJson(without))).toMatchObject({ reproduction: null, noReproduction: 'glob stores pointers' });
});

it('SARIF has the files as attachments', () => {
  const [result] = (JSON.parse(formatSarif(shown, sources)) as Log).runs[0]!.results!;
  expect(result!.attachments!.map((a) => a.artifactLocation.uri)).toEqual(
    ['run.sh', 'harness.c', 'world.c'].map((name) => `out/1-leak-f/${name}`),
  );
  expect(formatSarif(without, sources)).not.toContain('attachments');
});

it('is kept when findings of several engines are merged', () => {
  const other = makeFinding({ engines: ['fold'], certainty: 'confirmed' });
  const merged = mergeFindings([other, makeFinding({ reproduction: { path: 'out/1' } })]);
  expect(merged.map((f) => f.reproduction)).toEqual([{ path: 'out/1' }]);
});
