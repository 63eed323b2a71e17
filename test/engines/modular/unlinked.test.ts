// Elements that are unlinked from doubly linked lists: freed, kept or lost.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

/** A queue as in <sys/queue.h>; `close` shows that its elements are freed when they are unlinked. */
const QUEUE = `struct job { int id; struct { struct job *next, **prev; } link; };
static struct { struct job *first, **last; } jobs = { 0, &jobs.first };
static void take(struct job *j) {
  if (j->link.next) j->link.next->link.prev = j->link.prev;
  else jobs.last = j->link.prev;
  *j->link.prev = j->link.next;
}
int add(int id) {
  struct job *j = malloc(sizeof *j);
  if (!j) return -1;
  j->id = id;
  j->link.next = 0;
  j->link.prev = jobs.last;
  *jobs.last = j;
  jobs.last = &j->link.next;
  return 0;
}
void finish(int id) {
  for (struct job *j = jobs.first; j; j = j->link.next)
    if (j->id == id) { take(j); free(j); return; }
}\n`;

const FORGETS = `void forget(int id) {
  for (struct job *j = jobs.first; j; j = j->link.next)
    if (j->id == id) { take(j); return; }
}\n`;

test('an element that is unlinked and neither freed nor kept is lost, if others free what they unlink', () => {
  expect(rulesIn(QUEUE)).toEqual([]);
  expect(rulesIn(QUEUE + FORGETS)).toEqual(['leak']);
  expect(rulesIn(QUEUE.replace('free(j);', '') + FORGETS)).toEqual([]);
});

test('the head of a list points to its last element: the first is unlinked from it', () => {
  const drop = 'void drop(void) { struct job *j = jobs.first; if (j) take(j); }';
  expect(rulesIn(QUEUE + drop)).toEqual(['leak']);
  expect(rulesIn(`${QUEUE}struct job *current; void drop(void) { if (current) take(current); }`)).toEqual([]);
});

test('an element that is kept, passed on or returned is not lost', () => {
  const after = (what: string): string => FORGETS.replace('return;', `${what} return;`);
  expect(rulesIn(`${QUEUE}struct job *last; ${after('last = j;')}`)).toEqual([]);
  expect(rulesIn(`${QUEUE}void keep(struct job *); ${after('keep(j);')}`)).toEqual([]);
  expect(
    rulesIn(
      QUEUE +
        FORGETS.replace('void forget', 'struct job *forget')
          .replace('return;', 'return j;')
          .replace(/}\n$/, 'return 0; }'),
    ),
  ).toEqual([]);
  expect(rulesIn(`${QUEUE}${after('if (id < 9) free(j);')}`)).toEqual([]);
});

test('an element of two lists that is unlinked from one is in the other', () => {
  const two = `struct page { int id; struct page *next, **prev, *newer, **older; };
  static void unhash(struct page *p) { if (p->next) p->next->prev = p->prev; *p->prev = p->next; }
  static void untime(struct page *p) { if (p->newer) p->newer->older = p->older; *p->older = p->newer; }
  extern struct page *table[16];
  static struct page *find(int id) {
    struct page *p;
    for (p = table[id & 15]; p && p->id != id; p = p->next);
    return p;
  }
  void pin(int id) { struct page *p = find(id); if (p) unhash(p); }\n`;
  const both = 'void discard(int id) { struct page *p = find(id); if (p) { untime(p); unhash(p); free(p); } }';
  expect(rulesIn(two + both)).toEqual([]);
  expect(rulesIn(two + both.replace('untime(p); ', ''))).toEqual(['leak']);
});

test('more functions that forget elements than free them know something', () => {
  expect(rulesIn(QUEUE + FORGETS + FORGETS.replace('forget', 'ignore'))).toEqual([]);
});

test('a list that is made anew is not one that loses an element', () => {
  const remade = `struct pane { struct pane *next, *child, *sibling; int ready; };
  extern struct pane root, *all;
  static void drop(struct pane *p) { if (p->sibling) p->sibling->child = p->child; free(p); }
  void remake(void) {
    struct pane **end = &all;
    for (struct pane *p = root.child; p; p = p->sibling) if (!p->child && p->ready) { *end = p; end = &p->next; }
    *end = 0;
  }\n`;
  expect(rulesIn(remade)).toEqual([]);
});
