// A session: rounds of checks with texts that are not on the disk, which use what earlier rounds have found out.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../../../src/driver/session/session.js';
import type { ReportedFinding } from '../../../src/findings/report.js';
import type { UnsavedTexts } from '../../../src/frontend/compile-job.js';
import { makeProject as project } from '../../support/project.js';

const LEAK = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(8);\n  return p != 0;\n}\n';
const CLEAN = LEAK.replace('  return', '  free(p);\n  return').replace('p != 0', '0');

const texts = (folder: string, files: Readonly<Record<string, string>>): UnsavedTexts =>
  new Map(Object.entries(files).map(([name, text]) => [join(folder, name), Buffer.from(text)]));

async function findings(session: Session, unsaved: UnsavedTexts = new Map()): Promise<readonly ReportedFinding[]> {
  const checked = await session.check({ unsaved, stages: 'both' });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  return checked.report.findings;
}

const open = (folder: string) => new Session({ paths: [folder], flags: [], cache: false, jobs: 1 });

describe('a session', () => {
  it('checks a text that is not on the disk, and what is there again when it is dropped', async () => {
    const folder = project({ 'a.c': LEAK });
    const session = open(folder);
    expect(await findings(session)).toMatchObject([{ rule: 'leak', line: 4 }]);
    expect(await findings(session, texts(folder, { 'a.c': CLEAN }))).toEqual([]);
    expect(await findings(session, texts(folder, { 'a.c': `\n${LEAK}` }))).toMatchObject([{ rule: 'leak', line: 5 }]);
    expect(await findings(session)).toMatchObject([{ rule: 'leak', line: 4 }]);
  });

  it('reads units again that include an unsaved header', async () => {
    const folder = project({
      'a.h': '#define RELEASE(p)\n',
      'a.c': `#include "a.h"\n${LEAK.replace('return', 'RELEASE(p); return')}`,
    });
    const session = open(folder);
    expect(await findings(session)).toHaveLength(1);
    const header = '#include <stdlib.h>\n#define RELEASE(p) free(p)\n';
    expect((await findings(session, texts(folder, { 'a.h': header }))).map(({ rule }) => rule)).toEqual([]);
    expect(await findings(session)).toHaveLength(1);
  });

  it('sees what others write to the disk between two rounds', async () => {
    const folder = project({ 'a.c': LEAK });
    const session = open(folder);
    expect(await findings(session)).toHaveLength(1);
    writeFileSync(join(folder, 'a.c'), CLEAN);
    expect(await findings(session)).toEqual([]);
    const other = texts(folder, { 'b.h': '' });
    writeFileSync(join(folder, 'a.c'), LEAK);
    expect(await findings(session, other)).toHaveLength(1);
  });

  it('reads files again that our own preprocessor has read before, when they change on the disk', async () => {
    const folder = project({
      'a.h': '#define RELEASE(p)\n',
      'a.c': `#include "a.h"\n${LEAK.replace('return', 'RELEASE(p); return')}`,
    });
    const session = open(folder);
    const unsaved = () => texts(folder, { 'other.h': '' });
    expect(await findings(session, unsaved())).toHaveLength(1);
    writeFileSync(join(folder, 'a.h'), '#include <stdlib.h>\n#define RELEASE(p) free(p)\n');
    expect(await findings(session, unsaved())).toEqual([]);
  });

  it('tells an unsaved text that is not C by its own lines', async () => {
    const folder = project({ 'a.c': LEAK });
    const checked = await open(folder).check({
      unsaved: texts(folder, { 'a.c': '#include "nowhere.h"\nint x;\n' }),
      stages: 'first',
    });
    expect('report' in checked && checked.report.diagnostics[0]!.message).toMatch(/a\.c:1: nowhere\.h/);
  });

  it('keeps to what the second stage said while only the first looks at a change', async () => {
    const text = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(8);\n  free(p);\n  return 0;\n}\n';
    const folder = project({ 'a.c': text });
    const request = { paths: [folder], flags: [], cache: false, jobs: 1, mallocMayFail: true } as const;
    const quick = async (session: Session, unsaved: UnsavedTexts) => {
      const checked = await session.check({ unsaved, stages: 'first' });
      return 'report' in checked ? checked.report.findings.map(({ rule }) => rule) : null;
    };
    const changed = texts(folder, { 'a.c': `\n${text}` });
    expect(await quick(new Session(request), changed)).toEqual(['unchecked-allocation']);
    const session = new Session(request);
    expect(await findings(session)).toEqual([]);
    await session.settle({ unsaved: new Map() });
    expect(await quick(session, changed)).toEqual([]);
    const worse = texts(folder, { 'a.c': text.replace('free(p);', 'p[0] = 1; free(p);') });
    expect(await quick(session, worse)).toContain('unchecked-allocation');
  });

  it('ends without a report when it is stopped', async () => {
    const folder = project({ 'a.c': LEAK });
    const session = open(folder);
    const stopped = AbortSignal.abort(new Error('nobody waits'));
    await expect(session.check({ unsaved: new Map(), stages: 'both', stopper: stopped })).rejects.toThrow(
      'nobody waits',
    );
    expect(await findings(session)).toHaveLength(1);
  });
});
