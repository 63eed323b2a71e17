// What a search tries next: what follows from the furthest run first, and of that what is cheap; each proposal is made when its turn comes.

import { expect, it } from 'vitest';
import { Agenda } from '../../src/driver/replay/agenda.js';

const all = (agenda: Agenda<string>): string[] => {
  const found: string[] = [];
  for (let next = agenda.next(); next; next = agenda.next()) found.push(next.attempt);
  return found;
};

it('prefers what follows from the furthest run', () => {
  const agenda = new Agenda<string>();
  agenda.add({ progress: 1, cost: 0, step: 1, attempts: ['a', 'b'].values() });
  agenda.add({ progress: 2, cost: 5, step: 1, attempts: ['c'].values() });
  expect(all(agenda)).toEqual(['c', 'a', 'b']);
});

it('takes turns by cost', () => {
  const agenda = new Agenda<string>();
  agenda.add({ progress: 1, cost: 0, step: 1, attempts: ['a', 'b', 'c'].values() });
  agenda.add({ progress: 1, cost: 1, step: 4, attempts: ['x', 'y'].values() });
  expect(all(agenda)).toEqual(['a', 'b', 'x', 'c', 'y']);
});

it('makes no proposal before its turn', () => {
  let made = 0;
  function* proposals() {
    for (;;) yield `${made++}`;
  }
  const agenda = new Agenda<string>();
  agenda.add({ progress: 1, cost: 0, step: 1, attempts: proposals() });
  expect(agenda.next()?.attempt).toBe('0');
  expect(made).toBe(1);
});
