// The ledger: each place counts once, with its worst status, and gaps leave everything open.

import { describe, expect, it } from 'vitest';
import type { Site } from '../../../src/engines/engine.js';
import { because } from '../../../src/engines/reason.js';
import { Ledger, PROPERTIES } from '../../../src/engines/shared/ledger.js';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';

const unit = readUnit('a.c', Buffer.from('int x;\nint y;\nvoid f(void) {}\n'), LP64);
const { source } = unit;
const here: Site = { source, at: 0, end: 5 };
const there: Site = { source, at: 7, end: 12 };
const leak = { rule: 'leak', function: 'f', message: 'lost' } as const;

const statuses = (l: Ledger) => l.obligations().map((o) => `${o.property} ${o.site.at} ${o.status}`);

describe('obligations', () => {
  it('are proved by default, and count once', () => {
    const ledger = new Ledger('paths');
    ledger.check('valid-deref', here);
    ledger.check('valid-deref', here);
    ledger.check('valid-free', here);
    expect(statuses(ledger)).toEqual(['valid-deref 0 proved', 'valid-free 0 proved']);
  });

  it('keep the worst status: a doubt overrides a proof, a definite finding overrides a doubt, in any order', () => {
    const ledger = new Ledger('paths');
    ledger.doubt('valid-deref', here, because('undecided', 'first'));
    ledger.check('valid-deref', here);
    ledger.doubt('valid-deref', here, because('undecided', 'second'));
    expect(ledger.obligations()).toMatchObject([{ status: 'unknown', reason: { text: 'first' } }]);
    ledger.report({ ...leak, rule: 'null-dereference', certainty: 'definite', site: here });
    ledger.doubt('valid-deref', here, because('undecided', 'third'));
    expect(ledger.obligations()).toMatchObject([{ status: 'refuted', reason: { kind: 'error', text: 'lost' } }]);
  });

  it('belong to the property of the rule unless the report says otherwise', () => {
    const ledger = new Ledger('paths');
    ledger.report({ ...leak, certainty: 'possible', site: here });
    ledger.report({ ...leak, certainty: 'possible', site: there, property: 'valid-memcleanup' });
    expect(statuses(ledger)).toEqual(['valid-memtrack 0 unknown', 'valid-memcleanup 7 unknown']);
  });
});

describe('findings', () => {
  it('have the engine, are in textual order, and are definite if one of them is', () => {
    const ledger = new Ledger('fold');
    ledger.report({ ...leak, certainty: 'possible', site: there });
    ledger.report({ ...leak, certainty: 'definite', site: here });
    ledger.report({ ...leak, certainty: 'definite', site: there, message: 'surely' });
    ledger.report({ ...leak, certainty: 'possible', site: there });
    expect(ledger.findings().map((f) => [f.engine, f.site.at, f.certainty, f.message])).toEqual([
      ['fold', 0, 'definite', 'lost'],
      ['fold', 7, 'definite', 'surely'],
    ]);
    expect(ledger.findings()[0]).toMatchObject({ condition: null, allocation: null, trace: [] });
  });
});

describe('places that only some executions reach', () => {
  it('have no definite findings and refute nothing, in any order', () => {
    const ledger = new Ledger('paths');
    ledger.pass('valid-memtrack', here);
    ledger.report({ ...leak, certainty: 'definite', site: here });
    ledger.report({ ...leak, certainty: 'definite', site: there });
    ledger.pass('valid-deref', there);
    expect(ledger.findings().map((f) => f.certainty)).toEqual(['possible', 'definite']);
    expect(statuses(ledger)).toEqual(['valid-memtrack 0 unknown', 'valid-memtrack 7 refuted']);
    ledger.pass('valid-memtrack', there);
    expect(ledger.findings().map((f) => f.certainty)).toEqual(['possible', 'possible']);
  });
});

describe('gaps', () => {
  it('leave every property open, at the gap and wherever it was proved', () => {
    const ledger = new Ledger('stack');
    ledger.check('valid-deref', here);
    ledger.report({ ...leak, certainty: 'definite', site: here });
    expect(ledger.incomplete).toBe(false);
    ledger.giveUp(there, because('unsupported', 'inline assembly'));
    expect(ledger.incomplete).toBe(true);
    expect(statuses(ledger)).toEqual([
      'valid-deref 0 unknown',
      'valid-memtrack 0 refuted',
      ...PROPERTIES.map((p) => `${p} 7 unknown`),
    ]);
    expect(ledger.assumptions()).toEqual([
      { kind: 'gap', text: 'executions are not followed beyond a.c:2: inline assembly' },
    ]);
  });

  it('are recorded even while nothing else is', () => {
    const ledger = new Ledger('fold');
    ledger.recording = false;
    ledger.check('valid-deref', here);
    ledger.report({ ...leak, certainty: 'definite', site: here });
    expect([...ledger.obligations(), ...ledger.findings()]).toEqual([]);
    ledger.giveUp(there, because('unsupported', 'inline assembly'));
    expect(ledger.incomplete).toBe(true);
  });
});

describe('functions and assumptions', () => {
  it('are listed once, with the last status', () => {
    const ledger = new Ledger('paths');
    const [f] = unit.functions;
    ledger.reach({ function: f!, status: 'timeout', reason: because('budget', 'slow') });
    ledger.reach({ function: f!, status: 'analysed', reason: null });
    ledger.assume(because('environment', 'all is well'));
    ledger.assume(because('environment', 'all is well'));
    expect(ledger.functions()).toEqual([{ function: f, status: 'analysed', reason: null }]);
    expect(ledger.assumptions()).toEqual([{ kind: 'environment', text: 'all is well' }]);
  });
});
