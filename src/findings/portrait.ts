// A portrait: the heaps of a function, line by line, as an engine sees them, for pages to draw beside the source.
// Made while the engine's result is available; plain data afterwards.

import type { Drawing } from '../engines/drawing.js';
import type { AnalysisResult, EngineName, Point, Site } from '../engines/engine.js';
import { isProver } from '../engines/registry.js';
import { type LinePoints, pointsBehind, pointsBehindLine, pointsByLine } from '../engines/shared/points.js';
import type { FunctionSymbol, Unit } from '../ir/program.js';
import { describeInvariant, type Inside } from './invariant.js';

/** The abstract states of an engine at a line; an execution may be in any of them. */
export interface LineHeaps {
  readonly line: number;
  /** `after`: after the place of a finding in this line. */
  readonly when: 'before' | 'after';
  /** A loop head: the drawing is the invariant. */
  readonly loop: boolean;
  readonly states: readonly Drawing[];
  /** The number of states that are not shown because there are too many, or they are too large. */
  readonly omitted: number;
  /** Of a loop head: what holds in all states, in words. */
  readonly invariant: readonly string[];
}

export interface Portrait {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly end: number;
  readonly engine: EngineName;
  /** `proved`: every obligation in the function is. */
  readonly verdict: 'proved' | 'open';
  /**
   * Did the analysis reach a fixpoint? If so, the drawing at a loop is its invariant; otherwise other heaps are
   * possible.
   */
  readonly complete: boolean;
  readonly lines: readonly LineHeaps[];
}

/** The remaining drawing budget, shared by all units. */
export interface Canvas {
  drawings: number;
  readonly statesPerLine: number;
  readonly nodesPerDrawing: number;
  /** Every line of every function, or only where findings and loops are. */
  readonly detail: 'every-line' | 'findings-and-loops';
}

export const reportCanvas = (): Canvas => ({
  drawings: 6_000,
  statesPerLine: 6,
  nodesPerDrawing: 40,
  detail: 'findings-and-loops',
});

type ShowFile = (file: string) => string;

/** A line of a finding, with its file as reports name it. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Is it in the text of the function? */
export function isHome(f: FunctionSymbol, { file, line }: Place, showFile: ShowFile): boolean {
  const { source, at, end } = f.body!;
  const first = source.locate(at);
  return showFile(first.file) === file && first.line <= line && line <= source.locate(end).line;
}

/** Does the analysis get to the line, so that there is a heap to draw? */
export const showsPlace = (result: AnalysisResult, f: FunctionSymbol, { line }: Place): boolean =>
  isFollowed(result, f) &&
  pointsByLine(f).some(
    (p) => p.line === line && p.points.some((point) => (drawSafely(result, point) ?? []).length > 0),
  );

const isFollowed = ({ functions }: AnalysisResult, f: FunctionSymbol): boolean =>
  functions.some((entry) => entry.function === f && entry.status !== 'skipped');

/**
 * Every line of the functions in findings and traces; the loops of others. Each function once, by the first engine that has a heap
 * at the places of findings.
 */
export function paintUnit(
  unit: Unit,
  results: readonly AnalysisResult[],
  canvas: Canvas,
  showFile: ShowFile,
  told: readonly Place[] = [],
): Portrait[] {
  const own = unit.functions.filter((f) => f.body && !unit.source.inSystemHeader(f.body.at));
  const sites = results.flatMap((r) => r.findings.flatMap((f) => [f.site, ...f.trace.map((step) => step.site)]));
  const placesIn = (f: FunctionSymbol) => told.filter((place) => isHome(f, place, showFile));
  const concerned = (f: FunctionSymbol) =>
    canvas.detail === 'every-line' || sites.some((site) => isInside(f, site)) || placesIn(f).length > 0;
  const globals = unit.globals.filter((g) => !unit.source.inSystemHeader(g.at)).map((g) => g.name);
  const ordered = [...own.filter(concerned), ...own.filter((f) => !concerned(f))];
  return ordered.flatMap((f) => {
    const places = placesIn(f);
    const followed = results.filter((r) => isFollowed(r, f));
    const result = followed.find((r) => places.some((place) => showsPlace(r, f, place))) ?? followed[0];
    if (!result || canvas.drawings <= 0) return [];
    const points = pointsByLine(f).filter((p) => p.loop || concerned(f));
    const before = points.map((p) => paintLine(result, p, canvas, { name: f.name, globals }));
    const lines = [...before, ...paintBehind(result, f, places, canvas)].filter((l) => l.states.length + l.omitted > 0);
    return [{ ...describe(f, result, showFile), lines }];
  });
}

function describe(f: FunctionSymbol, result: AnalysisResult, showFile: ShowFile): Omit<Portrait, 'lines'> {
  const { source, at, end } = f.body!;
  const { file, line } = source.locate(at);
  const all = result.obligations.filter((o) => isInside(f, o.site));
  const finished = result.functions.some((entry) => entry.function === f && entry.status === 'analysed');
  const verdict = finished && isProved(all, result) ? 'proved' : 'open';
  return {
    function: f.name,
    file: showFile(file),
    line,
    end: source.locate(end).line,
    engine: result.engine,
    verdict,
    complete: finished && !result.assumptions.some(({ kind }) => kind === 'gap'),
  };
}

/** There are obligations, all are proved, and by an engine that is sound. */
const isProved = (inside: AnalysisResult['obligations'], { engine }: AnalysisResult): boolean =>
  isProver(engine) && inside.length > 0 && inside.every((o) => o.status === 'proved');

const isInside = (f: FunctionSymbol, { source, at }: Site): boolean =>
  f.body !== null && f.body.source === source && f.body.at <= at && at <= f.body.end;

/** Behind the places of findings: those of the engine exactly, those of others by their lines. */
function paintBehind(result: AnalysisResult, f: FunctionSymbol, places: readonly Place[], canvas: Canvas): LineHeaps[] {
  const here = result.findings.filter(({ site }) => isInside(f, site));
  const byLine = new Map(places.map(({ line }) => [line, pointsBehindLine(f, line)]));
  for (const { site } of here) byLine.set(site.source.locate(site.at).line, pointsBehind(f, site));
  return [...byLine].map(([line, points]) => ({
    ...paintLine(result, { line, points, loop: false }, canvas),
    when: 'after',
  }));
}

/** The simplest states first: they explain most. */
function paintLine(
  result: AnalysisResult,
  { line, points, loop }: LinePoints,
  canvas: Canvas,
  inside: Inside | null = null,
): LineHeaps {
  const drawn = canvas.drawings > 0 ? points.map((p) => drawSafely(result, p)) : [];
  const all = uniqueDrawings(drawn.flatMap((states) => states ?? []));
  const invariant = loop && inside && !drawn.includes(null) ? describeInvariant(inside, all) : [];
  const small = all.filter((d) => d.nodes.length <= canvas.nodesPerDrawing);
  const states = small.sort((a, b) => a.nodes.length - b.nodes.length).slice(0, canvas.statesPerLine);
  canvas.drawings -= states.length;
  return { line, when: 'before', loop, states, omitted: all.length - states.length, invariant };
}

/** A bug in a drawing must not lose the report. */
function drawSafely(result: AnalysisResult, point: Point): readonly Drawing[] | null {
  try {
    return result.draw(point);
  } catch {
    return null;
  }
}

export function uniqueDrawings(drawings: readonly Drawing[]): Drawing[] {
  return [...new Map(drawings.map((d) => [JSON.stringify(d), d])).values()];
}
