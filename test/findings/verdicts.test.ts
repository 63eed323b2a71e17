// Verdicts from opinions: proofs must be complete, runs refute, and a contradiction never gives `true`.

import { describe, expect, it } from 'vitest';
import { SourceText } from '../../src/base/source.js';
import type { EngineName, Obligation, Property } from '../../src/engines/engine.js';
import { because } from '../../src/engines/reason.js';
import { judge, type Opinion } from '../../src/findings/verdicts.js';

const source = new SourceText('a.c', new TextEncoder().encode('int main(void) { return 0; }'));

/** One obligation per character: `+` proved, `?` unknown. */
function opinion(engine: EngineName, said: Readonly<Partial<Record<Property, string>>>): Opinion {
  const obligations = Object.entries(said).flatMap(([property, marks]) =>
    [...marks].map((mark, at): Obligation => {
      const site = { source, at, end: at + 1 };
      return mark === '+'
        ? { property: property as Property, site, status: 'proved', reason: null }
        : { property: property as Property, site, status: 'unknown', reason: because('undecided', 'too hard') };
    }),
  );
  return { engine, obligations, assumptions: [because('environment', `${engine} is right`)] };
}

describe('a verdict', () => {
  it('is true if one engine proves everything, and lists its assumptions', () => {
    const opinions = [opinion('paths', { 'valid-deref': '+?' }), opinion('fold', { 'valid-deref': '+++' })];
    const said = judge('valid-deref', opinions, 'not seen');
    expect(said).toMatchObject({ verdict: 'true', decidedBy: 'fold', assumptions: [{ text: 'fold is right' }] });
  });

  it('does not combine partial proofs', () => {
    const opinions = [opinion('paths', { 'valid-memtrack': '+?' }), opinion('fold', { 'valid-memtrack': '?+' })];
    expect(judge('valid-memtrack', opinions, 'not seen').verdict).toBe('unknown');
  });

  it('is false if a run violates the property', () => {
    const said = judge('valid-free', [opinion('paths', { 'valid-free': '?' })], 'seen');
    expect(said).toMatchObject({ verdict: 'false', decidedBy: 'run', contradictedBy: [] });
  });

  it('is unknown if a run contradicts a proof, and names the engine', () => {
    const opinions = [opinion('paths', { 'valid-free': '?' }), opinion('stack', { 'valid-free': '+' })];
    expect(judge('valid-free', opinions, 'seen')).toMatchObject({ verdict: 'unknown', contradictedBy: ['stack'] });
  });

  it('has the obligations of the engine that leaves the fewest open', () => {
    const opinions = [opinion('paths', { 'valid-free': '??' }), opinion('fold', { 'valid-free': '+?' })];
    const { obligations } = judge('valid-free', opinions, 'not seen');
    expect(obligations.map((o) => o.status)).toEqual(['proved', 'unknown']);
  });

  it('of valid-memcleanup is not true if there is a leak', () => {
    const said = opinion('paths', { 'valid-memcleanup': '+', 'valid-memtrack': '?' });
    expect(judge('valid-memcleanup', [said], 'not seen').verdict).toBe('unknown');
  });

  it('is unknown without opinions', () => {
    expect(judge('valid-deref', [], 'not seen').verdict).toBe('unknown');
  });
});
