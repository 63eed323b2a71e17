// The functions of a program as pieces of work, callees before callers: what each waits for, and which summaries it gets.
// From the call graph of an engine by summaries to the schedule.

import type { Pass, Piece, SummaryAnalysis } from '../../engines/summary-engine.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import { calledTooEarly, groupsBottomUp } from '../../solver/summaries.js';

/**
 * The functions of a strongly connected component are one piece if they are few. Of many, each is a piece, and those that are
 * called before their turn are two: in the first pass they get the first summaries of functions before them, in the last
 * pass the best there are. So functions of a component need not wait for each other's threads, and a change of one need not
 * concern all.
 */
export interface ScheduledPiece extends Piece {
  /** In a large component: the position of the function. */
  readonly position: Position | null;
  readonly callers: ScheduledPiece[];
  /** How many of the pieces whose summaries it needs are not done. */
  waits: number;
  key: string;
}

interface Position {
  readonly order: ReadonlyMap<PackedFunction, number>;
  readonly at: number;
  /** Functions that have a first pass. */
  readonly early: ReadonlySet<PackedFunction>;
}

/** A component as one piece counts as a last pass: callers outside need not know. */
export type SummaryPass = Exclude<Pass, 'only'>;

export const passOf = ({ pass }: Piece): SummaryPass => (pass === 'first' ? 'first' : 'last');

/** The pass whose summary of the callee the piece gets; null if there is none yet. */
export function passFor({ position, pass }: ScheduledPiece, callee: PackedFunction): SummaryPass | null {
  const at = position?.order.get(callee);
  if (!position || at === undefined) return 'last';
  if (pass === 'last') return at < position.at ? 'last' : 'first';
  return at < position.at && position.early.has(callee) ? 'first' : null;
}

export function cutIntoPieces(
  functions: readonly PackedFunction[],
  { calleesOf, largestGroup }: Pick<SummaryAnalysis, 'calleesOf' | 'largestGroup'>,
): ScheduledPiece[] {
  const components = groupsBottomUp(functions, calleesOf);
  const pieces = components.flatMap((members) =>
    members.length > largestGroup
      ? passesOver(members, calledTooEarly(members, calleesOf))
      : [makePiece(members, 'only', null)],
  );
  connect(pieces, calleesOf);
  return pieces;
}

const makePiece = (functions: readonly PackedFunction[], pass: Pass, position: Position | null): ScheduledPiece => ({
  functions,
  pass,
  position,
  callers: [],
  waits: 0,
  key: '',
});

function passesOver(members: readonly PackedFunction[], early: ReadonlySet<PackedFunction>): ScheduledPiece[] {
  const order = new Map(members.map((f, i) => [f, i]));
  const passes: readonly SummaryPass[] = ['first', 'last'];
  return passes.flatMap((pass) =>
    members.flatMap((f, at) => (pass === 'last' || early.has(f) ? [makePiece([f], pass, { order, at, early })] : [])),
  );
}

/** A last pass also waits for the first pass of the same function. */
function connect(pieces: readonly ScheduledPiece[], calleesOf: SummaryAnalysis['calleesOf']): void {
  const byPass = { first: new Map<PackedFunction, ScheduledPiece>(), last: new Map<PackedFunction, ScheduledPiece>() };
  for (const piece of pieces) for (const f of piece.functions) byPass[passOf(piece)].set(f, piece);
  for (const piece of pieces) {
    const needed = new Set<ScheduledPiece | undefined>();
    for (const f of piece.functions)
      for (const callee of calleesOf(f)) {
        const pass = passFor(piece, callee);
        if (pass) needed.add(byPass[pass].get(callee));
      }
    if (piece.pass === 'last') needed.add(byPass.first.get(piece.functions[0]!));
    for (const one of needed) {
      if (!one || one === piece) continue;
      one.callers.push(piece);
      piece.waits++;
    }
  }
}
