// The SARIF report by Microsoft's multitool, where SARIF_MULTITOOL names it: too large to install for every run of the tests.
// Without it, the rules of test/support/sarif-rules.ts are broken one by one, and must notice.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';
import { complaintsAbout } from '../support/sarif-rules.js';

const path = join(mkdtempSync(join(tmpdir(), 'caulk-sarif-')), 'report.sarif');

describe('the report of a real program', async () => {
  await caulk('check', '--format', 'sarif', '-o', path, 'examples/tour/list-delete.c');
  const log = JSON.parse(readFileSync(path, 'utf8')) as Log;

  it('has graphs and breaks no rule', () => {
    expect(log.runs[0]!.results![0]!.graphs!.length).toBeGreaterThan(0);
    expect(complaintsAbout(log)).toEqual([]);
    expect(log.runs[0]!.results![0]!.locations![0]!.physicalLocation!.region!.snippet!.text).toMatch(/\w/);
    const tool = process.env.SARIF_MULTITOOL;
    if (tool === undefined) return;
    const { status, stdout } = spawnSync(tool, ['validate', path, '--level', 'Error;Warning'], { encoding: 'utf8' });
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.not.stringMatching(/: (error|warning) /) });
  });

  const BREAK: Readonly<Record<string, (run: Run) => void>> = {
    SARIF1001: (run) => run.tool.driver.rules!.push(run.tool.driver.rules![0]!),
    SARIF1004: (run) => {
      run.originalUriBaseIds!['%SRCROOT%']!.uri = 'file:///x';
    },
    SARIF1005: (run) => {
      run.tool.driver.informationUri = 'docs';
    },
    SARIF1009: (run) => {
      run.results![0]!.ruleIndex = 3;
    },
    SARIF2004: (run) => {
      run.originalUriBaseIds = {};
    },
    SARIF2012: (run) => {
      delete run.tool.driver.rules![0]!.helpUri;
    },
    SARIF2014: (run) => {
      run.results![0]!.graphs![0]!.nodes!.pop();
    },
  };

  it.each(Object.entries(BREAK))('%s is noticed', (rule, destroy) => {
    const copy = structuredClone(log);
    destroy(copy.runs[0]!);
    expect(complaintsAbout(copy).map((complaint) => complaint.slice(0, 9))).toContain(rule);
  });
});
