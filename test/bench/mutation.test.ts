// Mutation of proofs, a small sample: every seeded error that a run shows must break the proof of every engine.
// `caulk bench mutation` does the same with hundreds of mutants of the example programs.

import { describe, expect, it } from 'vitest';
import { USUAL } from '../../bench/agree-matrix.js';
import { mutate } from '../../bench/mutate.js';
import { PROVERS } from '../../src/driver/prove/portfolio.js';
import { findViolations, GLANCE } from '../../src/driver/replay/confirm.js';
import { findProvers } from '../../src/engines/registry.js';
import { proves } from '../../src/findings/verdicts.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

describe('a mutant', () => {
  const mutants = (text: string) => mutate(text).map(({ kind, text: mutant }) => `${kind}: ${mutant}`);

  it('deletes a free, or doubles it', () => {
    expect(mutants('{ if (x) free(p->q); }')).toContain('free deleted: { if (x) ; }');
    expect(mutants('{ if (x) free(p->q); }')).toContain('free twice: { if (x) { free(p->q); free(p->q); } }');
  });

  it('drops a null test', () => {
    expect(mutants('{ if (!p) return; }')).toEqual(['null test dropped: { if (0) return; }']);
    expect(mutants('{ while (p->q != NULL && n > 0) ; }')).toEqual(['null test dropped: { while (1 && n > 0) ; }']);
  });

  it('swaps two assignments, one of them through a pointer', () => {
    expect(mutants('{ q = p->next; p = q; }')).toEqual(['assignments swapped: { p = q; q = p->next; }']);
    expect(mutants('{ a = 1; b = 2; }')).toEqual([]);
  });

  it('ignores comments and strings', () => {
    expect(mutants('{ f("free(p);"); /* ; free(p); */ // ; free(p);\n }')).toEqual([]);
  });
});

const LIST = `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = list;
    list = n;
  }
  if (list != 0) list->value = 2;
  while (list != 0) {
    struct node *dead = list;
    list = list->next;
    free(dead);
  }
  return 0;
}`;

async function provedBy(text: string) {
  const unit = readUnit('list.c', new TextEncoder().encode(text), LP64);
  const program = linkWithModels([unit], LP64, []);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
  const engines = await findProvers(PROVERS);
  const results = engines.map((e) => e.analyse({ program, entry: program.functionNamed('main')!, options }));
  const seen = findViolations([unit], new Set(USUAL), { steps: GLANCE, allocations: 'succeed' });
  return { seen: [...seen.keys()], proofs: results.flatMap((r) => USUAL.filter((p) => proves(r, p))) };
}

it('breaks the proofs of a list if a run shows the error', async () => {
  const whole = await provedBy(LIST);
  expect(whole.seen).toEqual([]);
  expect(whole.proofs.length).toBeGreaterThanOrEqual(2 * USUAL.length);
  const broken = await Promise.all(mutate(LIST).map(({ text }) => provedBy(text)));
  const shown = broken.filter(({ seen }) => seen.length > 0);
  expect(shown.length).toBeGreaterThanOrEqual(5);
  for (const { seen, proofs } of shown) expect(proofs.filter((p) => seen.includes(p))).toEqual([]);
});
