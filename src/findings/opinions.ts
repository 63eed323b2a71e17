// The opinion of each engine on each place of a property: proved, refuted, or left open and why.
// From the answers of several engines to the tables of `prove`; verdicts.ts decides, this explains.

import type { Location } from '../base/source.js';
import type { AnalysisResult, EngineName, Obligation, Property, Site } from '../engines/engine.js';
import { comparePlaces } from './order.js';

export type NameSite = (site: Site) => Location;

/** One engine on one property. */
export interface EngineOpinion {
  readonly engine: EngineName;
  readonly proved: number;
  readonly refuted: number;
  readonly unknown: number;
  /** Where precision was lost first, in the order of the text, and how; null if nothing is open. */
  readonly lostAt: (Location & { readonly reason: string }) | null;
}

/** One place and all engines that have it among their obligations. */
export interface ObligationPlace extends Location {
  readonly proved: readonly EngineName[];
  readonly refuted: readonly EngineName[];
  readonly open: readonly { readonly engine: EngineName; readonly reason: string }[];
}

export function opinionsAbout(property: Property, results: readonly AnalysisResult[], name: NameSite): EngineOpinion[] {
  return results.map(({ engine, obligations }) => {
    const own = obligations.filter((o) => o.property === property);
    const count = (status: Obligation['status']) => own.filter((o) => o.status === status).length;
    const [first] = own.filter((o) => o.status !== 'proved').sort((a, b) => a.site.at - b.site.at);
    const lostAt = first ? { ...name(first.site), reason: reasonOf(first) } : null;
    return { engine, proved: count('proved'), refuted: count('refuted'), unknown: count('unknown'), lostAt };
  });
}

/** In the order of the text. */
export function placesOf(property: Property, results: readonly AnalysisResult[], name: NameSite): ObligationPlace[] {
  const places = new Map<string, { place: Location; said: { engine: EngineName; o: Obligation }[] }>();
  for (const { engine, obligations } of results) {
    for (const o of obligations) {
      if (o.property !== property) continue;
      const place = name(o.site);
      const key = `${place.file}:${place.line}:${place.column}`;
      const known = places.get(key) ?? { place, said: [] };
      known.said.push({ engine, o });
      places.set(key, known);
    }
  }
  return [...places.values()]
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ place, said }) => summarize(place, said));
}

function summarize(place: Location, said: readonly { engine: EngineName; o: Obligation }[]): ObligationPlace {
  const by = (status: Obligation['status']) => said.filter(({ o }) => o.status === status);
  const unhappy = new Set([...by('unknown'), ...by('refuted')].map(({ engine }) => engine));
  const names = (list: typeof said) => [...new Set(list.map(({ engine }) => engine))];
  return {
    ...place,
    proved: names(by('proved')).filter((engine) => !unhappy.has(engine)),
    refuted: names(by('refuted')),
    open: by('unknown').map(({ engine, o }) => ({ engine, reason: reasonOf(o) })),
  };
}

const reasonOf = ({ reason }: Obligation): string => reason?.text ?? 'not proved';
