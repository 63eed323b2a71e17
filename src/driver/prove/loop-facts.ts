// What an engine that proves a program knows at its loops and C can say: the content of correctness witnesses.
// From the engine's result; places are those of the file as it is given.

import type { AnalysisResult } from '../../engines/engine.js';
import { type LinePoints, pointsByLine } from '../../engines/shared/points.js';
import { factsInC } from '../../findings/c-facts.js';
import { hasBody } from '../../ir/link.js';
import type { FunctionBody, FunctionSymbol, Unit } from '../../ir/program.js';
import type { CType } from '../../types/types.js';
import { type GivenPlace, placeOfOffset } from './given-place.js';

export interface LoopFact {
  readonly place: GivenPlace;
  readonly function: string;
  readonly expression: string;
}

/** Of functions that the engine has followed to the end. */
export function loopFacts(units: readonly Unit[], result: AnalysisResult): LoopFact[] {
  const isDone = (f: FunctionSymbol) => result.functions.some((r) => r.function === f && r.status === 'analysed');
  return units.flatMap((unit) =>
    unit.functions
      .filter((f) => hasBody(f) && !unit.source.inSystemHeader(f.body!.at) && isDone(f))
      .flatMap((f) => pointsByLine(f).flatMap((line) => factsAt(unit, f, line, result))),
  );
}

/** A line with one loop, the head of which evaluates the condition. */
function factsAt(unit: Unit, f: FunctionSymbol, { points, loop }: LinePoints, result: AnalysisResult): LoopFact[] {
  const [point, other] = points;
  if (!loop || !point || other) return [];
  const { at } = point.block.instrs[0] ?? point.block.terminator;
  const keyword = loopKeywordBefore(unit, f.body!, at);
  if (keyword === null) return [];
  const place = placeOfOffset(unit.source, keyword);
  if (place === null) return [];
  const globals = unit.globals.filter((g) => !unit.source.inSystemHeader(g.at) && g.at < f.body!.at);
  const scope = scopeAt(f.body!, keyword, new Map(globals.map((g) => [g.name, g.type])));
  const facts = factsInC({ name: f.name, globals: globals.map((g) => g.name) }, scope, drawn(result, point));
  return facts.map((expression) => ({ place, function: f.name, expression }));
}

/** A bug in a drawing must not lose the proof. */
function drawn(result: AnalysisResult, point: Parameters<AnalysisResult['draw']>[0]) {
  try {
    return result.draw(point);
  } catch {
    return [];
  }
}

/** The offset of the only loop keyword in the line of the head; null for `do`, whose head is its body. */
function loopKeywordBefore({ source: { bytes } }: Unit, body: FunctionBody, head: number): number | null {
  const start = Math.max(body.at, bytes.lastIndexOf(NEWLINE, head - 1) + 1);
  const next = bytes.indexOf(NEWLINE, head);
  const line = Buffer.from(bytes.subarray(start, next < 0 ? bytes.length : next)).toString('latin1');
  const found = [...line.matchAll(/\b(for|while|do|goto)\b/g)];
  const [only] = found;
  return found.length === 1 && /for|while/.test(only![1]!) ? start + only!.index : null;
}

const NEWLINE = 10;

/** Variables that live in the whole function, declared before the place, with names of their own. */
function scopeAt(body: FunctionBody, place: number, globals: ReadonlyMap<string, CType>): Map<string, CType> {
  const inner = new Set(
    body.blocks.flatMap((b) => b.instrs.flatMap((i) => (i.kind === 'scope-end' ? i.variables.map((v) => v.id) : []))),
  );
  const named = body.variables.filter((v) => v.kind !== 'temporary');
  const isAlone = (name: string) => named.filter((v) => v.name === name).length === 1;
  const own = named.filter((v) => !inner.has(v.id) && v.at < place && isAlone(v.name));
  const visible = [...globals].filter(([name]) => !named.some((v) => v.name === name));
  const all = [...visible, ...own.map((v): [string, CType] => [v.name, v.type])];
  return new Map(all.filter(([name]) => /^[A-Za-z_]\w*$/.test(name)));
}
