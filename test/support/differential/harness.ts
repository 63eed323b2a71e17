// The differential test: random programs, run on many inputs, compared with the results of an engine.
// Every heap of a run must be covered, every error must be found; the smallest counterexample is reported.

import fc from 'fast-check';
import type { Unit } from '../../../src/ir/program.js';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';
import { drawHeap } from './draw.js';
import type { Analysis, EngineUnderTest } from './engine.js';
import { heapPrograms, type Shape } from './generate.js';
import type { HeapProgram } from './grammar.js';
import { printProgram } from './print.js';
import { type RecordedHeap, record } from './record.js';
import '../fixed-seed.js';

export interface Campaign extends Shape {
  readonly programs: number;
  /** Inputs per program. */
  readonly inputs: number;
  readonly seed: number;
}

export interface Failure {
  /** The smallest program that shows it, as C. */
  readonly program: string;
  readonly why: string;
}

/** Tests the engine on random programs; null if there is no counterexample. */
export function findCounterexample(engine: EngineUnderTest, campaign: Campaign): Failure | null {
  const verdict = (program: HeapProgram) => findDiscrepancy(engine, readProgram(program), campaign.inputs);
  const property = fc.property(heapPrograms(campaign), (program) => verdict(program) === null);
  const result = fc.check(property, { seed: campaign.seed, numRuns: campaign.programs });
  if (!result.failed) return null;
  const [program] = result.counterexample as [HeapProgram];
  return { program: printProgram(program), why: verdict(program) ?? 'it fails only sometimes' };
}

/** What is wrong with the result on one program; null if nothing is. */
export function findDiscrepancy(engine: EngineUnderTest, unit: Unit, inputs: number): string | null {
  const analysis = engine.analyse(unit);
  if (!analysis) return null;
  const wanted = engine.hasStateAt?.bind(engine) ?? (() => true);
  const { heaps, errors } = record(unit, { inputs, wanted });
  for (const recorded of heaps) {
    const answer = analysis.covers(recorded.point, recorded.heap);
    if (answer !== true) return describeUncovered(recorded, answer);
  }
  if (analysis.soundness !== 'sound') return null;
  const missed = errors.find((e) => !isClaimed(analysis, e.rule, e.line));
  return missed ? `input ${missed.seed}: ${missed.rule} at line ${missed.line} happens but is not found` : null;
}

function isClaimed(analysis: Analysis, rule: string, line: number): boolean {
  return analysis.findings.some((f) => f.rule === rule && f.line === line);
}

function describeUncovered({ point, heap, seed }: RecordedHeap, answer: string): string {
  const { line } = point.body.source.locate(point.node.at);
  const where = `before line ${line} of ${point.body.symbol.name} (block ${point.block}, instruction ${point.index})`;
  return `input ${seed}: ${where} this heap is not covered: ${answer}\n${drawHeap(heap)}`;
}

export function readProgram(program: HeapProgram): Unit {
  const unit = readUnit('random.c', new TextEncoder().encode(printProgram(program)), LP64);
  const [problem] = unit.diagnostics;
  if (problem) throw new Error(`the generator produced an invalid program: ${problem.message}`);
  return unit;
}
