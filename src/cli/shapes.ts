// `caulk shapes`: the heaps a program can have, drawn: at a line, or at the end of a function.
// From the command line through an engine to src/report/draw.

import { writeFileSync } from 'node:fs';
import { diagnostic } from '../base/diagnostics.js';
import type { Drawing } from '../engines/drawing.js';
import type { EngineName, Point } from '../engines/engine.js';
import { findEngine } from '../engines/registry.js';
import type { Program } from '../ir/link.js';
import type { FunctionSymbol } from '../ir/program.js';
import { MODELS } from '../models/load.js';
import { formatDot } from '../report/draw/dot.js';
import { formatSvg } from '../report/draw/svg.js';
import { formatDrawings } from '../report/draw/text.js';
import { type Console, type ExitStatus, notThereYet, refuse } from './console.js';
import { loadProgram } from './load-program.js';
import { BUDGET } from './prove.js';

export interface ShapesRequest {
  readonly file: string;
  readonly flags: readonly string[];
  readonly function?: string;
  readonly line?: number;
  readonly engine: string;
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
  const entry = program.functionNamed('main') ?? program.functionNamed(request.function ?? '') ?? firstOf(program);
  if (!entry) return refuse(console, diagnostic('bad-usage', `${request.file} defines no function to draw`));
  const points = pointsOf(program, request);
  if (points.length === 0) return refuse(console, diagnostic('bad-usage', `no code of ${request.file} stands there`));
  const options = { mallocMayFail: false, leakAtExit: false, budget: BUDGET };
  const result = engine.analyse({ program, entry, options });
  const drawings = unique(points.flatMap((p) => titled(result.draw(p), p)));
  const text = await format(request.format, drawings);
  if (request.output === undefined) console.out(text);
  else writeFileSync(request.output, text);
  return 0;
}

const isOwn = (f: FunctionSymbol): boolean => f.body !== null && !f.body.source.name.startsWith(MODELS);

const firstOf = (program: Program): FunctionSymbol | null =>
  program.defined().find((f) => isOwn(f) && !f.body!.source.inSystemHeader(f.body!.at)) ?? null;

/** Before the first instruction of the line; without a line, before each return. */
function pointsOf(program: Program, { function: only, line }: ShapesRequest): Point[] {
  const wanted = program
    .defined()
    .filter((f) => isOwn(f) && !f.body!.source.inSystemHeader(f.body!.at) && (!only || f.name === only));
  return wanted.flatMap((f) => (line === undefined ? returnsOf(f) : firstAt(f, line)));
}

function returnsOf(f: FunctionSymbol): Point[] {
  return f.body!.blocks.flatMap((block): Point[] =>
    block.terminator.kind === 'return' ? [{ function: f, block, index: block.instrs.length }] : [],
  );
}

function firstAt(f: FunctionSymbol, line: number): Point[] {
  const { source, blocks } = f.body!;
  const lineOf = (at: number) => (at < 0 ? -1 : source.locate(at).line);
  return blocks.flatMap((block): Point[] => {
    const nodes = [...block.instrs, block.terminator];
    const index = nodes.findIndex((n) => lineOf(n.at) === line);
    return index < 0 ? [] : [{ function: f, block, index }];
  });
}

const titled = (drawings: readonly Drawing[], p: Point): Drawing[] => {
  const node = p.block.instrs[p.index] ?? p.block.terminator;
  const line = p.function.body!.source.locate(node.at).line;
  return drawings.map((d) => ({ ...d, title: `${p.function.name}, before line ${line}` }));
};

function unique(drawings: readonly Drawing[]): Drawing[] {
  return [...new Map(drawings.map((d) => [JSON.stringify(d), d])).values()];
}

async function format(how: ShapesRequest['format'], drawings: readonly Drawing[]): Promise<string> {
  switch (how) {
    case 'json':
      return `${JSON.stringify(drawings, null, 2)}\n`;
    case 'text':
      return drawings.length > 0 ? formatDrawings(drawings) : 'nothing reaches this place\n';
    case 'dot':
      return formatDot(drawings);
    case 'svg':
      return formatSvg(drawings);
  }
}
