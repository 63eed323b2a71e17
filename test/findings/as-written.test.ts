// Code that messages quote is quoted as the user wrote it: with macros, not with their expansions.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadProgram } from '../../src/driver/load/load-program.js';
import { asWritten } from '../../src/findings/as-written.js';
import { openSources } from '../../src/findings/source-files.js';

/** The conditions of `f` in a text, as written. */
async function conditionsIn(text: string): Promise<(string | null)[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'caulk-written-')), 'a.c');
  writeFileSync(file, text);
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { body } = loaded.program.functionNamed('f')!;
  const sources = openSources();
  return body!.blocks.flatMap(({ terminator: t }) => {
    if (t.kind !== 'branch') return [];
    const { at, end } = t.condition;
    return [asWritten({ source: body!.source, at, end }, (line) => sources.line(file, line))];
  });
}

const HEAD = `#include <errno.h>
#include <stddef.h>
#define FLAG 4
#define IS_SET(flags, f) (((flags) & (f)) != 0)
#define BOTH(a, b) ((a) && (b))
`;

it.each([
  ['if (errno != EINTR) return 1;', ['errno != EINTR']],
  ['if (p == NULL) return 1;', ['p == NULL']],
  ['if (IS_SET(n, FLAG)) return 1;', ['IS_SET(n, FLAG)']],
  ['if (n > FLAG && p != NULL) return 1;', ['n > FLAG', 'p != NULL']],
  ['if (n == FLAG || /* or */ !p) return 1;', ['n == FLAG', 'p']],
  ['for (int i = FLAG; p[i] != NULL; i++) n++;', ['p[i] != NULL']],
  ['if (IS_SET(n,\n      FLAG)) return 1;', ['IS_SET(n, FLAG)']],
  ['while (*p != (void *)0 && n != FLAG) p++;', ['*p != (void *)0', 'n != FLAG']],
])('%s', async (statement, expected) => {
  const shown = await conditionsIn(`${HEAD}int f(int n, char **p) {\n  ${statement}\n  return 0;\n}\n`);
  expect(shown).toEqual(expected);
});

it('does not show less than the whole of a condition in a macro', async () => {
  const [first] = await conditionsIn(
    `${HEAD}int f(int n, int m) {\n  if (BOTH(n == FLAG, m)) return 1;\n  return 0;\n}\n`,
  );
  expect([null, 'n == FLAG', 'BOTH(n == FLAG, m)']).toContain(first);
});
