// Sites and traces: the site of an instruction, the function it is in, the calls that lead there.
// For engines that analyse bodies at calls; what happens in a model is reported at the call of the model.

import type { Span } from '../../base/source.js';
import type { FunctionBody, FunctionSymbol } from '../../ir/program.js';
import { isInModel } from '../../models/origin.js';
import type { Site, TraceStep } from '../engine.js';

/** An active call, as far as reports need it. */
export interface CallFrame {
  readonly body: FunctionBody;
  readonly caller: CallFrame | null;
  /** The call site in the caller; null for the entry. */
  readonly calledAt: Site | null;
}

export const siteIn = ({ source }: Pick<FunctionBody, 'source'>, { at, end }: Span): Site => ({ source, at, end });

/** Is it a model that the program calls? */
export const isModelFrame = (f: CallFrame): boolean => f.caller !== null && isInModel(f.body.source);

/** The innermost frame of the program's own code. */
export const visibleFrame = <F extends CallFrame & { readonly caller: F | null }>(f: F): F =>
  f.caller !== null && isModelFrame(f) ? visibleFrame(f.caller) : f;

/** The instruction, or the call in the program's own code that led to it. */
export const visibleSite = (f: CallFrame, where: Span): Site =>
  isModelFrame(f) ? visibleSite(f.caller!, f.calledAt!) : siteIn(f.body, where);

export const visibleFunction = (f: CallFrame): FunctionSymbol => visibleFrame<CallFrame>(f).body.symbol;

export const allocatedHere = (site: Site): TraceStep => ({ site, message: 'allocated here' });

/** The trace: the allocation, and the calls that lead here, outermost first. */
export function traceOf(f: CallFrame, allocation: Site | null): TraceStep[] {
  return [...(allocation ? [allocatedHere(allocation)] : []), ...callsTo(f)];
}

function callsTo(f: CallFrame): TraceStep[] {
  const steps: TraceStep[] = [];
  for (let g: CallFrame = f; g.caller && g.calledAt; g = g.caller) {
    const message = `calls ${g.body.symbol.name}`;
    if (!isModelFrame(g)) steps.unshift({ site: visibleSite(g.caller, g.calledAt), message });
  }
  return steps;
}
