// What happens in a model is told where the program calls it: at every call, if the engine does not know which.
// The last step of an engine whose bodies have no callers; the others tell the place of the call themselves.

import type { Span } from '../../base/source.js';
import type { CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isInModel, isModel, isOwn } from '../../models/origin.js';
import type { Finding, Obligation, Site } from '../engine.js';
import { siteIn } from './frames.js';
import { callsIn, reachableFrom } from './reachable-functions.js';

/** A call in the program's own code. */
interface OwnCall {
  readonly caller: FunctionSymbol;
  readonly call: CallInstr;
}

export class ModelCalls {
  private readonly calls = new Map<FunctionSymbol, readonly OwnCall[]>();

  constructor(private readonly program: Program) {}

  /** One at each call; it is certain only if there is no choice. */
  findings(all: readonly Finding[]): Finding[] {
    return all.flatMap((f): Finding[] => {
      if (!isInModel(f.site.source)) return [f];
      const calls = this.callsTo(f.site);
      const certainty = calls.length === 1 ? f.certainty : 'possible';
      return calls.map(({ caller, call }) => ({
        ...f,
        certainty,
        site: siteIn(caller.body!, call),
        function: caller.name,
        facts: { name: null, how: `in \`${nameOf(call)}\`` },
      }));
    });
  }

  obligations(all: readonly Obligation[]): Obligation[] {
    return all.flatMap((o): Obligation[] => {
      if (!isInModel(o.site.source)) return [o];
      return this.seenAt(o.site).map((site) => ({ ...o, site }));
    });
  }

  /** The calls in the program's own code that may lead to a place in a model; the place itself if it is no such, or none is known. */
  seenAt(site: Site): readonly Site[] {
    const calls = isInModel(site.source) ? this.callsTo(site) : [];
    return calls.length > 0 ? calls.map(({ caller, call }) => siteIn(caller.body!, call)) : [site];
  }

  private callsTo({ source, at }: Site): readonly OwnCall[] {
    const covers = ({ at: start, end }: Span) => start <= at && at <= end;
    const model = this.program.defined().find((f) => isModel(f) && f.body!.source === source && covers(f.body!));
    if (!model) return [];
    const known = this.calls.get(model) ?? this.findCalls(model);
    this.calls.set(model, known);
    return known;
  }

  private findCalls(model: FunctionSymbol): OwnCall[] {
    const leads = ({ callee }: CallInstr): boolean => {
      const targets =
        callee.kind === 'direct' ? [this.program.definitionOf(callee.function)] : this.program.targetsOf(callee.type);
      return targets.some((f) => f !== null && !isOwn(f) && reachableFrom(this.program, f).has(model));
    };
    const own = this.program.defined().filter(isOwn);
    return own.flatMap((caller) =>
      callsIn(caller.body!)
        .filter(leads)
        .map((call) => ({ caller, call })),
    );
  }
}

const nameOf = ({ callee }: CallInstr): string => (callee.kind === 'direct' ? callee.function.name : 'a function');
