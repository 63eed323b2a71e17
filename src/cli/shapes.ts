// `caulk shapes`: draws the heaps that a program can have at a line or at the end of a function.
// From the command line through an engine to src/report/draw.

import { diagnostic } from '../base/diagnostics.js';
import { noSuchFunction } from '../base/no-such-function.js';
import { loadProgram, ownFunctions } from '../driver/load/load-program.js';
import { requirementsOf } from '../driver/load/requirements.js';
import { askEngine } from '../driver/project/ask-engine.js';
import { BUDGETS } from '../driver/prove/portfolio.js';
import type { Drawing } from '../engines/drawing.js';
import type { AnalysisResult, EngineName, Point } from '../engines/engine.js';
import { findEngine } from '../engines/registry.js';
import { pointsByLine, returnsOf } from '../engines/shared/points.js';
import { reachableFrom } from '../engines/shared/reachable-functions.js';
import { uniqueDrawings } from '../findings/portrait.js';
import type { Program } from '../ir/link.js';
import type { FunctionSymbol } from '../ir/program.js';
import { isOwn } from '../models/origin.js';
import { formatDot } from '../report/draw/dot.js';
import { formatSvg } from '../report/draw/svg.js';
import { formatDrawings } from '../report/draw/text.js';
import { formatSummary } from '../report/proof.js';
import { type Console, type ExitStatus, notThereYet, refuse, warn } from './console.js';
import { whyNothing } from './nothing-drawn.js';
import { writeOutput } from './write-file.js';

export interface ShapesRequest {
  readonly file: string;
  readonly flags: readonly string[];
  readonly function?: string;
  readonly line?: number;
  readonly engine: string;
  readonly abstraction?: 'concrete' | 'core' | 'all';
  readonly format: 'svg' | 'dot' | 'text' | 'json';
  readonly output?: string;
}

export async function shapes(request: ShapesRequest, console: Console): Promise<ExitStatus> {
  const name = (request.engine === 'auto' ? 'paths' : request.engine) as EngineName;
  const engine = await findEngine(name);
  if (!engine) return notThereYet(console, `the engine \`${name}\``);
  const loaded = await loadProgram(request.file, request.flags);
  if ('problems' in loaded) return refuse(console, ...loaded.problems);
  const { program } = loaded;
  if (request.function !== undefined && !program.functionNamed(request.function)?.body) {
    return refuse(console, noSuchFunction(request.function, ownFunctions(program), request.file));
  }
  if (ownFunctions(program).length === 0)
    return refuse(console, diagnostic('bad-usage', `${request.file} defines no function to draw`));
  const points = pointsOf(program, request);
  if (points.length === 0) return refuse(console, diagnostic('bad-usage', `${request.file} has no code at this place`));
  const chosen = request.abstraction ? { drawnBy: request.abstraction } : {};
  const options = { mallocMayFail: false, leakAtExit: false, budget: BUDGETS.at(-1)!, ...chosen };
  const entries = entriesFor(program, points);
  const results = entries.map((entry) => {
    const required = requirementsOf(entry, loaded.job);
    warn(console, ...required.diagnostics);
    return askEngine(engine, { program, entry, options, requires: required.requirements });
  });
  const drawings = uniqueDrawings(points.flatMap((p) => results.flatMap((result) => titled(result.draw(p), p))));
  const isWhole = request.format === 'text' && request.line === undefined;
  const said = isWhole ? results.map((result) => summariesOf(result, points)).join('') : '';
  const concerned = new Set(entries.flatMap((entry) => [...reachableFrom(program, entry)]));
  const drawn =
    drawings.length > 0
      ? await format(request.format, drawings)
      : await formatNothing(request.format, whyNothing(results, concerned));
  const text = `${said}${drawn}`;
  if (request.output === undefined) console.out(text);
  else {
    const problem = writeOutput(request.output, text);
    if (problem) return refuse(console, problem);
  }
  return 0;
}

/** The summaries of the functions whose ends are drawn. */
function summariesOf(result: AnalysisResult, points: readonly Point[]): string {
  const drawn = new Set(points.map((p) => p.function));
  const own = (result.describe?.() ?? []).filter((s) => drawn.has(s.function));
  return own.map((s) => `${formatSummary(s.function.name, s.sentences)}\n`).join('');
}

/** main, then each function with a point that no entry before it leads to. */
function entriesFor(program: Program, points: readonly Point[]): FunctionSymbol[] {
  const main = program.functionNamed('main');
  const entries: FunctionSymbol[] = main?.body ? [main] : [];
  const reached = new Set(entries.flatMap((entry) => [...reachableFrom(program, entry)]));
  for (const f of callersFirst(program, points)) {
    if (reached.has(f)) continue;
    entries.push(f);
    for (const g of reachableFrom(program, f)) reached.add(g);
  }
  return entries.filter((entry) => points.some((p) => reachableFrom(program, entry).has(p.function)));
}

/** The functions with points: those first that no other of them calls. */
function callersFirst(program: Program, points: readonly Point[]): FunctionSymbol[] {
  const all = [...new Set(points.map((p) => p.function))];
  const isCalled = (f: FunctionSymbol) => all.some((g) => g !== f && reachableFrom(program, g).has(f));
  return [...all.filter((f) => !isCalled(f)), ...all.filter(isCalled)];
}

/** Before the first instruction of the line, and at its loops; without a line, before each return. */
function pointsOf(program: Program, { function: only, line }: ShapesRequest): Point[] {
  const wanted = program
    .defined()
    .filter((f) => isOwn(f) && !f.body!.source.inSystemHeader(f.body!.at) && (!only || f.name === only));
  return wanted.flatMap((f) => (line === undefined ? returnsOf(f) : firstAt(f, line)));
}

const firstAt = (f: FunctionSymbol, line: number): Point[] =>
  pointsByLine(f).flatMap((entry) => (entry.line === line ? entry.points : []));

const titled = (drawings: readonly Drawing[], p: Point): Drawing[] => {
  const node = p.block.instrs[p.index] ?? p.block.terminator;
  const line = p.function.body!.source.locate(node.at).line;
  return drawings.map((d) => ({ ...d, title: `${p.function.name}, before line ${line}` }));
};

/** Formats without a place for words get an empty drawing with the reason as its note. */
async function formatNothing(how: ShapesRequest['format'], why: string): Promise<string> {
  if (how === 'text') return `${why}\n`;
  return how === 'json' ? '[]\n' : format(how, [{ title: why, nodes: [], edges: [], notes: [] }]);
}

async function format(how: ShapesRequest['format'], drawings: readonly Drawing[]): Promise<string> {
  switch (how) {
    case 'json':
      return `${JSON.stringify(drawings, null, 2)}\n`;
    case 'text':
      return formatDrawings(drawings);
    case 'dot':
      return formatDot(drawings);
    case 'svg':
      return formatSvg(drawings);
  }
}
