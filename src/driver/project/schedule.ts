// The state of an analysis by summaries: pieces that are ready, results that are known, by this run or by an earlier one.
// analyse-program.ts takes work from it and brings results back; the order in which it does makes no difference.

import type { AnalysisOptions } from '../../engines/engine.js';
import type { FunctionOutcome, FunctionResult, SummaryAnalysis } from '../../engines/summary-engine.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { keyOf } from './keys.js';
import type { PieceOrder } from './piece-runner.js';
import { cutIntoPieces, passFor, passOf, type ScheduledPiece, type SummaryPass } from './pieces.js';
import type { KeptResults, ResultStore } from './result-store.js';

export interface ScheduleRequest {
  readonly program: PackedProgram;
  readonly analysis: SummaryAnalysis;
  readonly options: AnalysisOptions;
  readonly entries: readonly PackedFunction[];
  readonly store: ResultStore;
}

/** What a call of the analysis costs, in instructions. */
const PIECE_COST = 20;

export class Schedule {
  private readonly functions: readonly PackedFunction[];
  private readonly pieces: readonly ScheduledPiece[];
  /** Pieces that can be analysed, by unit. */
  private readonly ready = new Map<string, ScheduledPiece[]>();
  private readonly results = {
    first: new Map<PackedFunction, FunctionResult>(),
    last: new Map<PackedFunction, FunctionResult>(),
  };
  private readonly crashes = new Map<PackedFunction, string>();
  /** By unit: what the store has, and what it is to have. */
  private readonly stored = new Map<string, KeptResults>();
  private readonly fresh = new Map<string, Map<string, readonly FunctionResult[]>>();
  /** Pieces that are not done, by unit. */
  private readonly leftIn = new Map<string, number>();
  left: number;

  constructor(private readonly request: ScheduleRequest) {
    const { analysis, entries } = request;
    const calleesOf = (f: PackedFunction) => analysis.calleesOf(f);
    this.functions = reachableFrom(entries, calleesOf);
    this.pieces = cutIntoPieces(this.functions, { calleesOf, largestGroup: analysis.largestGroup });
    this.left = this.pieces.length;
    for (const piece of this.pieces) this.leftIn.set(unitOf(piece), (this.leftIn.get(unitOf(piece)) ?? 0) + 1);
    for (const piece of this.pieces.filter(({ waits }) => waits === 0)) {
      const known = this.recall(piece);
      if (known) this.finish(piece, known);
    }
  }

  get size(): number {
    return this.pieces.length;
  }

  /** Pieces of one unit that can be analysed: what one of them reads, others read too. Empty: nothing is ready. */
  take(most: number): ScheduledPiece[] {
    for (const [unit, pieces] of this.ready) {
      const task: ScheduledPiece[] = [];
      for (let size = 0; size < most && pieces.length > 0; ) {
        const piece = pieces.shift()!;
        task.push(piece);
        for (const f of piece.functions) size += f.entry.body!.instructions + PIECE_COST;
      }
      if (pieces.length === 0) this.ready.delete(unit);
      if (task.length > 0) return task;
    }
    return [];
  }

  /** The piece as it is sent to a worker. */
  orderFor(piece: ScheduledPiece): PieceOrder {
    const functions = piece.functions.map((f) => this.idOf(f));
    if (!piece.position) return { functions, pass: piece.pass };
    const { order } = piece.position;
    const callees = this.request.analysis.calleesOf(piece.functions[0]!).filter((f) => order.has(f));
    const names = callees.map((f) => [this.idOf(f), this.nameOf(f, passFor(piece, f))] as const);
    return { functions, names, pass: piece.pass };
  }

  /** The summaries that the pieces need and that have not been sent, by the names under which they are looked up. */
  summariesFor(task: readonly ScheduledPiece[], sent: Set<string>): [string, Uint8Array][] {
    const needed: [string, Uint8Array][] = [];
    for (const piece of task)
      for (const f of piece.functions)
        for (const callee of this.request.analysis.calleesOf(f)) {
          const result = this.resultFor(piece, callee);
          const name = this.nameOf(callee, passFor(piece, callee));
          if (!result || !name || sent.has(name)) continue;
          sent.add(name);
          needed.push([name, result.summary]);
        }
    return needed;
  }

  /** One result per function of the piece. Callers for which nothing else is missing become ready, or are known too. */
  finish(piece: ScheduledPiece, results: readonly FunctionResult[]): void {
    const done = [{ piece, results }];
    for (const { piece, results } of done) {
      this.record(piece, results);
      for (const caller of piece.callers) {
        const known = --caller.waits === 0 ? this.recall(caller) : null;
        if (known) done.push({ piece: caller, results: known });
      }
    }
  }

  /** For callers, a function whose analysis crashed is an unknown call. */
  giveUp(piece: ScheduledPiece, problem: string): void {
    for (const f of piece.functions) this.crashes.set(f, problem);
    this.finish(piece, []);
  }

  /** What became of every function, once nothing is left. */
  outcomes(): FunctionOutcome[] {
    return this.functions.map((f): FunctionOutcome => {
      const result = this.results.last.get(f);
      return result ? { function: f, result } : { function: f, crash: this.crashes.get(f) ?? 'left out' };
    });
  }

  private record(piece: ScheduledPiece, results: readonly FunctionResult[]): void {
    const unit = unitOf(piece);
    results.forEach((result, i) => {
      this.results[passOf(piece)].set(piece.functions[i]!, result);
    });
    if (results.length > 0) this.fresh.set(unit, (this.fresh.get(unit) ?? new Map()).set(piece.key, results));
    this.left--;
    this.leftIn.set(unit, this.leftIn.get(unit)! - 1);
    if (this.leftIn.get(unit) === 0) this.store(unit);
  }

  /** A unit that is done is stored at once: a long run that is interrupted is half done the next time. */
  private store(unit: string): void {
    const { store } = this.request;
    const [fresh, stored] = [this.fresh.get(unit), this.stored.get(unit)];
    const same = stored?.size === fresh?.size && [...(fresh?.keys() ?? [])].every((key) => stored?.has(key));
    if (fresh && !same) store.keepResults(unit, fresh);
  }

  /**
   * Everything that the piece depends on is known, and so is its key: the results that were computed for this key before. If
   * there are none, the piece is ready to be analysed.
   */
  private recall(piece: ScheduledPiece): readonly FunctionResult[] | null {
    const unit = unitOf(piece);
    piece.key = keyOf(this.request, piece, (callee) => this.resultFor(piece, callee)?.hash ?? '');
    const known = this.fresh.get(unit)?.get(piece.key) ?? this.storedIn(unit).get(piece.key);
    if (known?.length === piece.functions.length && known.every((result) => this.looksSame(result))) return known;
    const waiting = this.ready.get(unit);
    if (waiting) waiting.push(piece);
    else this.ready.set(unit, [piece]);
    return null;
  }

  /** Messages name lines, which may have moved. */
  private looksSame({ looks }: FunctionResult): boolean {
    return looks.every(([id, look]) => this.request.program.lookOf(id) === look);
  }

  private storedIn(unit: string): KeptResults {
    const known = this.stored.get(unit);
    if (known) return known;
    const stored = this.request.store.results(unit);
    this.stored.set(unit, stored);
    return stored;
  }

  private resultFor(piece: ScheduledPiece, callee: PackedFunction): FunctionResult | undefined {
    const pass = passFor(piece, callee);
    return pass ? this.results[pass].get(callee) : undefined;
  }

  private nameOf(f: PackedFunction, pass: SummaryPass | null): string | null {
    return pass && (pass === 'last' ? this.idOf(f) : `${this.idOf(f)} at first`);
  }

  private idOf(f: PackedFunction): string {
    return this.request.program.idOf(f);
  }
}

const unitOf = ({ functions }: ScheduledPiece): string => functions[0]!.unit.id;

/** The functions and all that they lead to. */
function reachableFrom(
  entries: readonly PackedFunction[],
  calleesOf: SummaryAnalysis['calleesOf'],
): readonly PackedFunction[] {
  const reached = new Set(entries);
  for (const f of reached) for (const callee of calleesOf(f)) reached.add(callee);
  return [...reached];
}
