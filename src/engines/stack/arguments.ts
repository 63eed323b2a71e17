// The arguments of a call: made definite, checked, and turned into sources for the parameters.
// Between the solver, which resolves calls, and the transfer of single values.

import type { CallInstr } from '../../ir/instr.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { Scope } from './checks.js';
import type { Operand } from './operands.js';
import type { Source } from './paper/actions.js';
import type { Arguments } from './paper/calls.js';
import type { Losses } from './paper/execute.js';
import type { PointerVariable } from './paper/predicates.js';
import { isPointer } from './places.js';
import type { CallSite, Scene } from './scene.js';
import type { Transfer } from './transfer.js';

export class ArgumentReader {
  constructor(
    private readonly scene: Scene,
    private readonly transfer: Transfer,
  ) {}

  /** The states in which every pointer argument has one value. */
  definite({ instr }: CallSite, s: Structure, losses: Losses): Structure[] {
    let states = [s];
    for (const e of instr.args.filter((a) => isPointer(a.type))) {
      const operand = this.transfer.operands.operand(e);
      if (operand.kind === 'variable' || operand.kind === 'field')
        states = states.flatMap((t) => this.transfer.executor.focused(operand, t, losses));
    }
    return states;
  }

  /** A call through a pointer is a dereference, and may be an unknown call. */
  calleePointer(scope: Scope, { callee }: CallInstr, s: Structure, losses: Losses): Structure[] {
    if (callee.kind === 'direct') return [s];
    const { checks, operands } = this.transfer;
    const pointer = operands.pointerOf(callee.pointer);
    const text = 'the function';
    if (pointer) return checks.access({ ...scope, pointer, text, end: null }, s, losses);
    checks.oblige(scope, 'valid-deref', 'a function is called through an untracked pointer');
    return [s];
  }

  /** Arguments that no tracked parameter receives must not be pointers to cells. */
  passed({ instr, callee }: CallSite, scope: Scope, s: Structure, losses: Losses): Structure[] {
    const { params } = this.scene.functions.get(callee)!.body;
    let states = [s];
    for (const [i, e] of instr.args.entries()) {
      if (!isPointer(e.type)) continue;
      const operand = this.transfer.operands.operand(e);
      const received = params[i] && this.transfer.operands.variableOf(params[i]);
      if (received && operand.kind !== 'outside') continue;
      const reason = operand.kind === 'outside' ? operand.reason : 'an untracked parameter receives a tracked pointer';
      states = states.flatMap((t) => this.transfer.touch.notACell(scope, e, reason, t, losses));
    }
    return states;
  }

  /** The source of each pointer parameter. */
  of(site: CallSite): Arguments {
    const result = new Map<PointerVariable, Source>();
    const { params } = this.scene.functions.get(site.callee)!.body;
    params.forEach((param, i) => {
      const x = this.transfer.operands.variableOf(param);
      const value = site.instr.args[i];
      if (!x || !value) return;
      const operand: Operand = isPointer(value.type) ? this.transfer.operands.operand(value) : { kind: 'unknown' };
      result.set(x, this.transfer.executor.sourceOf(operand));
    });
    return result;
  }
}
