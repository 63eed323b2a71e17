// Which claims of a program hold: small examples built by hand, one belief at a time.
// Through `judge`, independently of how beliefs are represented.

import { describe, expect, test } from 'vitest';
import { SourceText } from '../../../src/base/source.js';
import type { Finding } from '../../../src/engines/engine.js';
import { believerWithout } from '../../../src/engines/modular/beliefs/registry.js';
import type { Callers } from '../../../src/engines/modular/callers.js';
import { ALWAYS, preconditionKey } from '../../../src/engines/modular/domain/preconditions.js';
import {
  type Claim,
  type Evidence,
  GUTTED,
  handedKey,
  NO_CONCLUSIONS,
} from '../../../src/engines/modular/ownership/claims.js';
import type { Statement } from '../../../src/engines/modular/ownership/evidence.js';
import { judge } from '../../../src/engines/modular/ownership/judge.js';
import { judgeLatent } from '../../../src/engines/modular/ownership/latent.js';
import { LINK } from '../../../src/engines/modular/ownership/slots.js';

const source = new SourceText('a.c', new TextEncoder().encode('a text that is long enough to have places in it\n'));

const finding = (name: string, at: number): Finding => ({
  rule: 'leak',
  certainty: 'possible',
  engine: 'modular',
  function: name,
  site: { source, at, end: at + 1 },
  message: `lost in ${name}`,
  condition: null,
  trace: [],
  allocation: null,
});

interface Said {
  readonly callers?: Callers;
  readonly calls?: readonly string[];
  readonly alternatives?: readonly string[];
  readonly claims?: readonly (Omit<Claim, 'finding'> & { readonly at?: number })[];
  readonly evidence?: Partial<Evidence>;
}

const fn = (
  name: string,
  { callers = 'known', calls = [], alternatives = [], claims = [], evidence = {} }: Said,
): Statement => ({
  name,
  callers,
  calls,
  alternatives,
  claims: claims.map(({ at = 3, ...claim }) => ({ ...claim, finding: finding(name, at) })),
  evidence: { ...NO_CONCLUSIONS.evidence, ...evidence },
});

const messages = (...statements: Statement[]): string[] =>
  judge(statements, believerWithout([])).map(({ message }) => message);

const SLOT = 'struct s.text';
const drop = (slot = SLOT) => fn('drop', { claims: [{ slot, kind: 'dropped', member: 'text' }] });
const freeing = (name = 'other', slot = SLOT) =>
  fn(name, { evidence: { freed: new Set([slot]), cleaned: new Set([slot]) } });
const storing = (...origins: ('fresh' | 'static' | 'shared' | 'parameter' | 'other' | 'unknown')[]) =>
  fn('set', { evidence: { stored: new Map([[SLOT, new Set(origins)]]) } });

test('without claims there is nothing to judge', () => {
  expect(judge([freeing(), storing('fresh')], believerWithout([]))).toEqual([]);
});

describe('a member that is freed with its record is lost', () => {
  test('if the program frees it elsewhere, and the finding says where', () => {
    expect(messages(drop(), freeing())).toEqual(['lost in drop; `other` frees it']);
  });

  test('but not if the one that frees it is another implementation of the same operation', () => {
    const raw = { ...drop(), alternatives: ['close_buffered'] };
    expect(messages(raw, freeing('close_buffered'))).toEqual([]);
    expect(messages(raw, freeing('other'))).toHaveLength(1);
  });

  test('if only fresh allocations are stored in it', () => {
    expect(messages(drop(), storing('fresh'))).toEqual(['lost in drop']);
  });

  test.each(['shared', 'parameter', 'other', 'unknown'] as const)('but not if the stored value is %s', (origin) => {
    expect(messages(drop(), storing('fresh', origin))).toEqual([]);
  });

  test('but not if static memory is stored, even if some function frees it', () => {
    expect(messages(drop(), freeing(), storing('static', 'fresh'))).toEqual([]);
  });

  test('but not if nothing is known about it', () => {
    expect(messages(drop())).toEqual([]);
  });

  test('but not if it is a link that others free: they free the element', () => {
    expect(messages(drop(SLOT + LINK), freeing('other', SLOT + LINK))).toEqual([]);
  });

  test('but not if the record is recycled', () => {
    const away = fn('put_away', { evidence: { recycled: new Set([SLOT]) } });
    expect(messages(drop(), freeing(), away)).toEqual([]);
  });

  test('but not if callers pass records without such a member', () => {
    const handing = (mayHold: boolean) =>
      fn('hand', { calls: ['drop'], evidence: { handed: new Map([[handedKey('drop', SLOT), mayHold]]) } });
    expect(messages(drop(), freeing(), handing(false))).toEqual([]);
    expect(messages(drop(), freeing(), handing(true))).toHaveLength(1);
    expect(messages(drop(), freeing(), handing(false), handing(true))).toHaveLength(1);
  });

  test('but not if a caller or a callee frees the member: cleanup in two stages', () => {
    const caller = { ...freeing('clear'), calls: ['drop'] };
    expect(messages(drop(), caller)).toEqual([]);
    expect(messages({ ...drop(), calls: ['other'] }, freeing())).toEqual([]);
    const growing = fn('clear', { calls: ['drop'], evidence: { freed: new Set([SLOT]) } });
    expect(messages(drop(), growing), 'realloc is no clean-up').toHaveLength(1);
  });

  test('but not if there are reference counts and another function frees several members', () => {
    const other = 'struct s.more';
    const both = (counted: boolean) =>
      fn('unref', {
        claims: [SLOT, other].map((slot, at) => ({ slot, kind: 'dropped', member: slot, counted, at })),
      });
    const cleaned = new Set([SLOT, other]);
    const clear = (gone: string[]) => fn('clear', { evidence: { freed: cleaned, cleaned, gone: new Set(gone) } });
    expect(messages(both(true), clear([]))).toEqual([]);
    expect(messages(both(false), clear([]))).not.toEqual([]);
    expect(messages(both(true), clear([SLOT, other]))).not.toEqual([]);
  });

  test('always, if its own members were freed before', () => {
    expect(messages(drop(GUTTED))).toEqual(['lost in drop']);
  });

  test('together with the other members of its record, as one finding that names them', () => {
    const slots = ['struct s.a', 'struct s.b'];
    const claims = slots.map((slot) => ({ slot, kind: 'dropped' as const, member: slot.slice(-1) }));
    const free = fn('other', { evidence: { freed: new Set(slots) } });
    const [message, ...rest] = messages(fn('drop', { claims }), free);
    expect(message).toContain('the memory that `a` and `b` point to is lost');
    expect(rest).toEqual([]);
    const apart = claims.map((claim, i) => ({ ...claim, at: 5 * i }));
    expect(messages(fn('drop', { claims: apart }), free)).toHaveLength(2);
  });
});

describe('a value that is overwritten without a test is lost', () => {
  test.each(['overwritten', 'unset'] as const)('if it is freed elsewhere (%s)', (kind) => {
    const set = fn('reset', { claims: [{ slot: SLOT, kind }] });
    expect(messages(set, freeing())).toEqual(['lost in reset; `other` frees it']);
    expect(messages(set, storing('fresh'))).toEqual([]);
  });

  test('but not if it is a link: the element stays in its list', () => {
    const slot = SLOT + LINK;
    const stored = new Map([[slot, new Set(['fresh' as const])]]);
    const set = fn('reset', { claims: [{ slot, kind: 'overwritten' }], evidence: { stored } });
    expect(messages(set, freeing('other', slot))).toEqual([]);
  });

  test('if it is a global, only in functions that are called more than once', () => {
    const set = fn('init', { claims: [{ slot: SLOT, kind: 'unread' }] });
    const caller = (name: string) => fn(name, { calls: ['init'] });
    expect(messages(set, freeing(), caller('main'))).toEqual([]);
    expect(messages(set, freeing(), caller('main'), caller('again'))).toHaveLength(1);
    const looping = fn('main', { calls: ['init'], evidence: { repeated: new Set(['init']) } });
    expect(messages(set, freeing(), looping)).toHaveLength(1);
  });
});

describe('a value that is set to null is lost', () => {
  const beside = ['struct s.a', 'struct s.b', 'struct s.c'];
  const nulling = (members: readonly string[], evidence: Partial<Evidence> = {}) =>
    fn('clear', { claims: [{ slot: SLOT, kind: 'nulled', beside: members }], evidence });

  test('if fresh allocations are stored in it', () => {
    expect(messages(nulling(['struct s.a']), storing('fresh'))).toEqual(['lost in clear']);
    expect(messages(nulling(['struct s.a']), storing('fresh', 'other'))).toEqual([]);
  });

  test('if nothing else is known, but many members beside it own their targets', () => {
    const stored = new Map([SLOT, ...beside].map((slot) => [slot, new Set(['unknown' as const])]));
    const set = fn('set', { evidence: { stored } });
    expect(messages(nulling(beside), set)).toHaveLength(1);
    expect(messages(nulling(beside.slice(1)), set)).toEqual([]);
  });

  test('but not if the function stores an allocation there itself, or through a callee', () => {
    const fresh = { stored: new Map([[SLOT, new Set(['fresh' as const])]]) };
    expect(messages(nulling(['struct s.a'], fresh))).toEqual([]);
    expect(messages({ ...nulling(['struct s.a']), calls: ['set'] }, storing('fresh'))).toEqual([]);
  });
});

describe('an element that is unlinked from its list is lost', () => {
  const pairs = 'next/back';
  const forgetting = (name: string) => fn(name, { claims: [{ slot: pairs, kind: 'unlinked' }] });
  const discarding = (name: string, how = pairs) => fn(name, { evidence: { discarded: new Set([how]) } });

  test('if at least as many functions free the elements they unlink as do not', () => {
    expect(messages(forgetting('a'), discarding('b'))).toEqual(['lost in a']);
    expect(messages(forgetting('a'), forgetting('c'), discarding('b'))).toEqual([]);
    expect(messages(forgetting('a'))).toEqual([]);
  });

  test('but not if it is freed only when it is unlinked from another list as well', () => {
    expect(messages(forgetting('a'), discarding('b', `${pairs} left/right`))).toEqual([]);
  });
});

describe('a latent finding', () => {
  const key = preconditionKey('f', 0);
  const other = preconditionKey('g', 0);
  const alarmed = fn('f', { claims: [{ slot: key, kind: 'precondition', needs: 'n == 3' }] });
  const calling = (established: Evidence['established'], more: Said = {}) =>
    fn('g', { callers: 'unknown', calls: ['f'], ...more, evidence: { established, ...more.evidence } });
  const isManifest = (...statements: Statement[]) => {
    const [first] = judgeLatent(statements, believerWithout([]));
    expect(first!.condition).toBe(first!.latent ? 'n == 3' : null);
    return !first!.latent;
  };

  test('is manifest if not all callers are known', () => {
    expect(isManifest({ ...alarmed, callers: 'unknown' })).toBe(true);
    expect(isManifest({ ...alarmed, callers: 'strangers' })).toBe(true);
  });

  test('is manifest only if a caller establishes what it needs', () => {
    expect(isManifest(alarmed, calling(new Map()))).toBe(false);
    expect(isManifest(alarmed, calling(new Map([[key, [ALWAYS]]])))).toBe(true);
    expect(isManifest(alarmed, calling(new Map([[preconditionKey('f', 'any'), [ALWAYS]]])))).toBe(true);
  });

  test('is manifest if later rounds of a loop may establish it', () => {
    expect(isManifest(alarmed, calling(new Map(), { evidence: { conceivable: new Set([key]) } }))).toBe(true);
  });

  test('asks the callers of its callers', () => {
    const bound = new Map([[key, [other]]]);
    const caller = calling(bound, { callers: 'known' });
    const main = (established: Evidence['established']) =>
      fn('main', { callers: 'unknown', calls: ['g'], evidence: { established } });
    expect(isManifest(alarmed, calling(bound))).toBe(true);
    expect(isManifest(alarmed, caller, main(new Map()))).toBe(false);
    expect(isManifest(alarmed, caller, main(new Map([[other, [ALWAYS]]])))).toBe(true);
  });

  test('is not established by calls that need each other', () => {
    const around = new Map([
      [key, [other]],
      [other, [key]],
    ]);
    expect(isManifest(alarmed, calling(around, { callers: 'known' }))).toBe(false);
  });
});
