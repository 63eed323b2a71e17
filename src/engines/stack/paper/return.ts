// Executing a return: stores the result, materialises the previous record, makes its variables definite, pops the top.
// The key problem of the paper: information about the caller's variables must be recovered here.

import type { ReturnTerminator } from '../../../ir/instr.js';
import { lowest } from '../../../logic/tvl/bits.js';
import type { RuleBook } from '../../../logic/tvl/coerce.js';
import { focusRow } from '../../../logic/tvl/focus.js';
import type { Structure } from '../../../logic/tvl/structure.js';
import { update } from '../../../logic/tvl/update.js';
import { because } from '../../reason.js';
import type { Solver } from '../fixpoint.js';
import type { Context } from '../local-calls.js';
import { numbersOf, setNumbers } from '../numbers.js';
import type { Operand, Operands } from '../operands.js';
import { isPointer } from '../places.js';
import { reachOf } from '../reachable.js';
import type { CallSite, SceneFunction } from '../scene.js';
import { below } from '../values.js';
import { leave } from './calls.js';
import type { Losses } from './execute.js';

export function returnTo(solver: Solver, f: SceneFunction, context: Context, t: ReturnTerminator, s: Structure): void {
  const { transfer, p } = solver;
  const scope = transfer.scope(f, t);
  const losses = transfer.checks.losses(scope);
  const { executor, operands } = transfer;
  const operand = returned(f, t, operands);
  if (operand.kind === 'outside')
    return transfer.checks.ledger.giveUp(scope.site, because('unsupported', operand.reason));
  transfer.checks.oblige(scope, 'valid-memtrack', null);
  transfer.integers.result(s, t.value && !isPointer(t.value.type) ? t.value : null);
  const assigned = executor.assign(p.result, operand, s, losses);
  const tell = (u: Structure) => setNumbers(u, transfer.integers.told(numbersOf(u)));
  const left = assigned.flatMap((u) => emptyBoxes(solver, f, u, losses));
  for (const state of left.flatMap((u) => withKnownSite(solver, u, losses))) {
    const site = solver.siteOfTop(state);
    if (site) for (const popped of pop(solver, site, tell(state), losses)) solver.comeBack(site, context, popped);
    else if (context.id > 0) for (const last of endOfEntry(solver, f, tell(state), losses)) solver.leave(context, last);
    else for (const last of endOfEntry(solver, f, state, losses)) solver.library.programEnds(scope, last);
  }
}

/** A function that ends without returning its pointer result returns an unusable value. */
function returned({ symbol }: SceneFunction, { value }: ReturnTerminator, operands: Operands): Operand {
  if (value && isPointer(value.type)) return operands.operand(value);
  return { kind: !value && isPointer(symbol.type.result) ? 'uninitialized' : 'null' };
}

/** Boxed variables die with their function: pointers to them dangle. */
function emptyBoxes({ transfer }: Solver, f: SceneFunction, s: Structure, losses: Losses): Structure[] {
  let states = [s];
  for (const { pointer } of f.boxes) {
    const x = transfer.operands.variableOf(pointer)!;
    states = states.flatMap((t) => transfer.executor.free(x, t, losses));
  }
  return states;
}

/**
 * The return of the entry, or of a function on a local heap: its variables die; what only they reached is lost, unless
 * the result reaches it.
 */
function endOfEntry(solver: Solver, f: SceneFunction, s: Structure, losses: Losses): Structure[] {
  let states = [s];
  for (const x of solver.p.locals.get(f.symbol)!) {
    states = states.flatMap((state) => solver.transfer.executor.assign(x, { kind: 'null' }, state, losses));
  }
  return states;
}

/** focus pr(top, ·), focus x(pr(top), ·) for every x of the caller; then Table 3. */
function pop(solver: Solver, site: CallSite, s: Structure, losses: Losses): Structure[] {
  const { p, transfer } = solver;
  const { executor } = transfer;
  const popped: Structure[] = [];
  for (const state of callersOf(solver, site, s, losses)) {
    const top = state.must(p.top);
    const suspects = p.locals.get(site.callee)!.reduce((set, x) => set | reachOf(p, x, state), 0);
    update(
      state,
      executor.updateFor(`return ${site.id}`, () => leave(p, site)),
    );
    state.removeNodes(top);
    popped.push(...executor.settle(state, suspects, losses));
  }
  return popped;
}

function callersOf(solver: Solver, site: CallSite, s: Structure, losses: Losses): Structure[] {
  const { p, transfer } = solver;
  const { rules } = transfer.executor;
  const top = lowest(s.must(p.top));
  s.setRow(p.previous, top, s.mustRow(p.previous, top), s.mayRow(p.previous, top) & s.may(p.waitsAt[site.id]!));
  let states = settled(focusRow(s, p.previous, top), rules, losses).filter((t) => t.mustRow(p.previous, top) !== 0);
  for (const x of p.locals.get(site.caller)!.filter((y) => y.hidden)) {
    states = states.flatMap((t) => {
      const caller = lowest(t.mustRow(p.previous, top));
      const focused = below(p, rules, x.points, caller, settled(focusRow(t, x.points, caller), rules, losses));
      if (!focused) losses.outOfNodes();
      return focused ?? [];
    });
  }
  return states;
}

/** The record before the top determines the call site of the top. */
function withKnownSite({ p, transfer }: Solver, s: Structure, losses: Losses): Structure[] {
  const top = s.must(p.top);
  const isOpen = p.callSite.some((q) => (s.may(q) & ~s.must(q) & top) !== 0);
  return isOpen ? settled(focusRow(s, p.previous, lowest(top)), transfer.executor.rules, losses) : [s];
}

function settled(focused: Structure[] | null, rules: RuleBook, losses: Losses): Structure[] {
  if (!focused) losses.outOfNodes();
  return (focused ?? []).filter((s) => rules.coerce(s));
}
