// The tables that benches print.

import { describe, expect, it } from 'vitest';
import { formatResult, formatTable } from '../../bench/table.js';

describe('formatTable', () => {
  it('aligns words left and numbers right', () => {
    const rows = [
      { project: 'gzip', files: 7, share: 0.125 },
      { project: 'postgresql', files: 1234, share: null },
    ];
    expect(formatTable(rows)).toEqual([
      'project     files  share',
      '----------  -----  -----',
      'gzip            7   0.13',
      'postgresql  1,234      -',
    ]);
  });

  it('shows aims and whether they are met', () => {
    const aims = [{ aim: 'no crash', target: '0', measured: '1', met: false }];
    const text = formatResult({ bench: 'corpus', date: '2024-01-01', machine: 'a machine', rows: [], aims });
    expect(text).toContain('corpus, 2024-01-01, a machine');
    expect(text).toMatch(/no crash +0 +1 +NO/);
  });
});
