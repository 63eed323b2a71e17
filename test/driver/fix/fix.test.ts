// Fixes: what is offered for a finding, in the style of its place, and that nothing is offered that does not mend.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/base/diagnostics.js';
import { fixEach, fixFinding, fixTogether } from '../../../src/driver/fix/fix.js';
import { Session } from '../../../src/driver/session/session.js';
import { applyEdits, diffOf } from '../../../src/findings/fix.js';
import type { Report } from '../../../src/findings/report.js';
import { caulk } from '../../support/cli.js';
import { makeProject } from '../../support/project.js';

async function fixes(text: string): Promise<{ title: string; text: string }[]> {
  const session = new Session({
    paths: [join(makeProject({ 'a.c': text }), 'a.c')],
    flags: [],
    cache: false,
    jobs: 1,
    mallocMayFail: true,
  });
  const checked = await session.check({ unsaved: new Map(), stages: 'both' });
  if ('problems' in checked) throw new Error('there is no report');
  const made = await fixEach(session, checked.report, () => {});
  return [...made.values()].map(({ title, edits }) => ({ title, text: applyEdits(text, edits) }));
}

const HEAD = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

/** `-` and `+` in front of lines: before and after. */
function program(shown: string): { before: string; after: string } {
  const rows = shown.split('\n').slice(1);
  const of = (sign: string) =>
    rows.flatMap((row) => (row[0] === sign || row[0] !== (sign === '-' ? '+' : '-') ? [row.slice(1)] : []));
  return { before: HEAD + of('-').join('\n'), after: HEAD + of('+').join('\n') };
}

const OFFERED: readonly (readonly [string, string])[] = [
  [
    'a leak on the way out, with braces as elsewhere',
    `
 int f(int n) {
   char *p = malloc(8);
   if (p == NULL) {
     return -1;
   }
-  if (n > 3)
+  if (n > 3) {
+    free(p);
     return -1;
+  }
   free(p);
   return 0;
 }
`,
  ],
  [
    'a leak on the way out, in GNU style',
    `
 int
 f (int n)
 {
   char *p = malloc (8);
   if (p == NULL)
     {
       return -1;
     }
   if (n > 3)
-    return -1;
+    {
+      free (p);
+      return -1;
+    }
   free (p);
   return 0;
 }
`,
  ],
  [
    'a leak where a label releases the block',
    `
 int f(int n) {
   int result = 0;
   char *p = malloc(8);
   if (!p)
     return -1;
   if (n == 1) {
     result = 1;
     goto out;
   }
   if (n > 3) {
-    return -1;
+    result = -1;
+    goto out;
   }
   p[0] = 1;
 out:
   free(p);
   return result;
 }
`,
  ],
  [
    'a leak at the end of a function',
    `
 void f(void) {
   char *p = malloc(8);
   if (!p)
     return;
   p[0] = 1;
   puts("done");
+  free(p);
 }
`,
  ],
  [
    'memory that is overwritten',
    `
 int f(void) {
   char *p = malloc(8);
+  free(p);
   p = malloc(16);
   free(p);
   return 0;
 }
`,
  ],
  [
    'realloc',
    `
 char *f(size_t n) {
   char *p = malloc(8);
   if (!p)
     return NULL;
-  p = realloc(p, n + 1);
+  void *grown = realloc(p, n + 1);
+  if (!grown)
+    free(p);
+  p = grown;
   return p;
 }
`,
  ],
  [
    'a forgotten member',
    `
 struct pair { char *one; char *two; };
 static struct pair *make(void) {
   struct pair *r = calloc(1, sizeof *r);
   if (!r)
     return NULL;
   r->one = malloc(1);
   r->two = malloc(2);
   return r;
 }
 static void drop(struct pair *r) {
   free(r->one);
+  free(r->two);
   free(r);
 }
 int main(void) {
   struct pair *r = make();
   if (r)
     drop(r);
   return 0;
 }
`,
  ],
  [
    'a record that is unlinked',
    `
 struct node { struct node *next; };
 int main(void) {
   struct node *list = calloc(1, sizeof *list);
   if (!list)
     return 1;
   list->next = calloc(1, sizeof *list);
   while (list) {
+    void *unlinked = list;
     list = list->next;
+    free(unlinked);
   }
   return 0;
 }
`,
  ],
  [
    'a record that is unlinked where there are no braces',
    `
 struct node { struct node *next; };
 static void drop(struct node **list) {
-  if (*list)
+  if (*list) {
+    void *unlinked = *list;
     *list = (*list)->next;
+    free(unlinked);
+  }
 }
 int main(void) {
   struct node *list = calloc(1, sizeof *list);
   drop(&list);
   return 0;
 }
`,
  ],
  [
    'a record that its destructor forgets',
    `
 struct session { char *user; };
 static void session_close(struct session *s)
 {
   if (s == NULL)
     return;
   free(s->user);
+  free(s);
 }
 int run(const char *user) {
   struct session *s = calloc(1, sizeof *s);
   if (s == NULL)
     return -1;
   s->user = strdup(user);
   session_close(s);
   return 0;
 }
`,
  ],
  [
    'a stream',
    `
 int f(const char *path) {
   FILE *stream = fopen(path, "r");
   if (!stream)
     return -1;
   int c = fgetc(stream);
   if (c == EOF) {
+    fclose(stream);
     return -1;
   }
   fclose(stream);
   return c;
 }
`,
  ],
  [
    'a null, tested as the others are',
    `
 struct box { int x; };
 int f(struct box *a, struct box *b) {
   if (b == NULL)
     return -2;
   if (a == NULL)
     puts("none");
+  if (a == NULL)
+    return -2;
   return a->x + b->x;
 }
`,
  ],
  [
    'a null, where something must be released before',
    `
 struct box { int x; };
 int f(struct box *a) {
   char *p = malloc(8);
   if (!p)
     return -1;
   p[0] = 1;
   if (a == NULL)
     puts("none");
   int n = p[0];
+  if (!a) {
+    free(p);
+    return -1;
+  }
   n += a->x;
   free(p);
   return n;
 }
`,
  ],
  [
    'an allocation that is not tested',
    `
 char *f(void) {
   char *p = malloc(8);
+  if (!p)
+    return NULL;
   p[0] = 0;
   return p;
 }
`,
  ],
  [
    'a double free',
    `
 void f(char *other) {
   char *p = malloc(8);
   free(p);
   puts(other);
-  free(p);
 }
`,
  ],
  [
    'a block that a callee frees where it fails',
    `
 struct message { char *text; };
 static int send(struct message *m) {
   if (strlen(m->text) > 3) {
     free(m->text);
+    m->text = NULL;
     return -1;
   }
   return 0;
 }
 int main(int argc, char **argv) {
   struct message m = { malloc(8) };
   if (!m.text)
     return 1;
   strcpy(m.text, argc > 1 ? "long" : "no");
   if (send(&m) < 0)
     puts(argv[0]);
   free(m.text);
   return 0;
 }
`,
  ],
  [
    'a use after free',
    `
 void f(void) {
   char *p = malloc(8);
   if (!p)
     return;
   p[0] = 'a';
-  free(p);
   putchar(p[0]);
+  free(p);
 }
`,
  ],
  [
    'the wrong deallocator',
    `
 void f(void) {
   FILE *stream = fopen("a", "r");
   if (stream)
-    free(stream);
+    fclose(stream);
 }
`,
  ],
];

describe('offered for', () => {
  it.each(OFFERED)('%s', async (_, shown) => {
    const { before, after } = program(shown);
    expect([...new Set((await fixes(before)).map(({ text }) => text))]).toEqual([after]);
  });
});

describe('nothing is offered', () => {
  it('that would free what the caller still has', async () => {
    const text = `${HEAD}struct box { char *p; };\nint f(struct box *b) {\n  b->p = malloc(8);\n  b->p = malloc(9);\n  return b->p != 0;\n}\n`;
    for (const { text: mended } of await fixes(text)) expect(mended).toMatch(/free\(b->p\);\n {2}b->p = malloc\(9\)/);
  });

  it('without a second analysis that has the finding no more, and nothing else', async () => {
    const { before } = program(OFFERED[0]![1]);
    const path = join(makeProject({ 'a.c': before }), 'a.c');
    const session = new Session({ paths: [path], flags: [], cache: false, jobs: 1 });
    const checked = await session.check({ unsaved: new Map(), stages: 'both' });
    if ('problems' in checked) throw new Error('there is no report');
    const { report } = checked;
    const [finding] = report.findings;
    const offered = async (after: Partial<Report>) => {
      const says = { check: async () => ({ ...checked, report: { ...report, ...after } }) } as unknown as Session;
      return (await fixFinding(finding!, { session: says, report, unsaved: new Map() })) !== null;
    };
    const other = { ...finding!, fingerprint: 'another' };
    const unread = report.functions.map((f) => ({ ...f, status: 'skipped' as const }));
    expect(await offered({ findings: [] })).toBe(true);
    expect(await offered({})).toBe(false);
    expect(await offered({ findings: [other] })).toBe(false);
    expect(await offered({ findings: [], suppressed: [finding!] })).toBe(false);
    expect(await offered({ findings: [], functions: unread })).toBe(false);
    expect(await offered({ findings: [], diagnostics: [diagnostic('not-c', 'a line is not C')] })).toBe(false);
  });

  it('where there is no way to fail', async () => {
    const text = `${HEAD}struct box { int x; };\nint f(struct box *a) {\n  int n = a == NULL ? 1 : 0;\n  return a->x + n;\n}\n`;
    expect(await fixes(text)).toEqual([]);
  });
});

describe('together', () => {
  it('fixes are checked with those before them, and end without findings', async () => {
    const parts = OFFERED.slice(0, 4).map(([, shown], i) =>
      program(shown).before.replace(HEAD, '').replaceAll('f(', `f${i}(`).replaceAll('f (', `f${i} (`),
    );
    const path = join(makeProject({ 'a.c': HEAD + parts.join('') }), 'a.c');
    const session = new Session({ paths: [path], flags: [], cache: false, jobs: 1 });
    const checked = await session.check({ unsaved: new Map(), stages: 'both' });
    if ('problems' in checked) throw new Error('there is no report');
    const { fixes, texts } = await fixTogether(session, checked.report, () => {});
    expect(fixes.size).toBe(checked.report.findings.length);
    const after = await session.check({ unsaved: texts, stages: 'both' });
    expect('report' in after && after.report.findings).toEqual([]);
  });
});

describe('caulk fix', () => {
  const { before, after } = program(OFFERED[0]![1]);

  it('shows a diff, and writes nothing unless asked to', async () => {
    const path = join(makeProject({ 'a.c': before }), 'a.c');
    const { status, out, err } = await caulk('fix', path);
    expect(out).toContain('  fix: Release `p`: free(p);\n  --- a/a.c\n  +++ b/a.c\n');
    expect(err).toContain('1 of 1 findings has a checked fix; --apply writes them');
    expect([status, readFileSync(path, 'utf8')]).toEqual([1, before]);
  });

  it('writes with --apply', async () => {
    const path = join(makeProject({ 'a.c': before }), 'a.c');
    expect((await caulk('fix', path, '--apply')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(after);
  });

  it('keeps to a place', async () => {
    const path = join(makeProject({ 'a.c': before }), 'a.c');
    expect((await caulk('fix', path, '--at', `${path}:1`)).out).toMatch(/^no findings/);
  });

  it('tells fixes in SARIF by lines', async () => {
    const path = join(makeProject({ 'a.c': before }), 'a.c');
    const { out } = await caulk('fix', path, '--format', 'sarif');
    const [{ results }] = JSON.parse(out).runs;
    const [{ replacements }] = results[0].fixes[0].artifactChanges;
    expect(replacements).toHaveLength(3);
    expect(replacements[1]).toEqual({
      deletedRegion: { startLine: 10, startColumn: 1, endLine: 10, endColumn: 1 },
      insertedContent: { text: '    free(p);\n' },
    });
  });
});

describe('a diff', () => {
  it('is one that patch takes', async () => {
    const text = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('');
    const edits = [
      { line: 3, remove: 1, insert: [] },
      { line: 6, remove: 0, insert: ['new'] },
      { line: 28, remove: 2, insert: ['other'] },
    ];
    const folder = makeProject({ 'a.txt': text, 'a.diff': diffOf('a.txt', text, edits) });
    const { status, stderr } = spawnSync('git', ['apply', '--unsafe-paths', 'a.diff'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(applyEdits(text, edits));
  });
});
