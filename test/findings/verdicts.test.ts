// Verdicts from opinions: proofs count whole, runs count against them, and contradictions are never called true.

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
  it('is true if one engine proves all, and names what it relies on', () => {
    const opinions = [opinion('paths', { 'valid-deref': '+?' }), opinion('fold', { 'valid-deref': '+++' })];
    const said = judge('valid-deref', opinions, 'not seen');
    expect(said).toMatchObject({ verdict: 'true', decidedBy: 'fold', assumptions: [{ text: 'fold is right' }] });
  });

  it('does not put a proof together from halves', () => {
    const opinions = [opinion('paths', { 'valid-memtrack': '+?' }), opinion('fold', { 'valid-memtrack': '?+' })];
    expect(judge('valid-memtrack', opinions, 'not seen').verdict).toBe('unknown');
  });

  it('is false if a run shows it', () => {
    const said = judge('valid-free', [opinion('paths', { 'valid-free': '?' })], 'seen');
    expect(said).toMatchObject({ verdict: 'false', decidedBy: 'run', contradictedBy: [] });
  });

  it('is unknown if a run contradicts a proof, and says whose', () => {
    const opinions = [opinion('paths', { 'valid-free': '?' }), opinion('stack', { 'valid-free': '+' })];
    expect(judge('valid-free', opinions, 'seen')).toMatchObject({ verdict: 'unknown', contradictedBy: ['stack'] });
  });

  it('speaks with the voice of the engine that leaves least open', () => {
    const opinions = [opinion('paths', { 'valid-free': '??' }), opinion('fold', { 'valid-free': '+?' })];
    const { obligations } = judge('valid-free', opinions, 'not seen');
    expect(obligations.map((o) => o.status)).toEqual(['proved', 'unknown']);
  });

  it('does not call cleaned up what is lost', () => {
    const said = opinion('paths', { 'valid-memcleanup': '+', 'valid-memtrack': '?' });
    expect(judge('valid-memcleanup', [said], 'not seen').verdict).toBe('unknown');
  });

  it('is unknown if nobody was asked', () => {
    expect(judge('valid-deref', [], 'not seen').verdict).toBe('unknown');
  });
});
