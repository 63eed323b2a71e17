// One function with its jumps rewritten: tests behind calls that may jump, and the ways back behind its setjmps.
// For follow-jumps.ts, which says what is done and why.

import { BodyEditor, type OpenBlock } from '../../../ir/edit/body-editor.js';
import { hiddenVariable, intrinsicSymbol, Maker } from '../../../ir/edit/build.js';
import type { CallInstr, Expr, Instr } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable, LocalVariable } from '../../../ir/program.js';
import type { Types } from '../../../types/basic-types.js';
import { arrive, reachedFrom } from './arrival.js';
import { bufferType, type JumpLibrary } from './library.js';
import type { MayJump } from './may-jump.js';
import type { Stores } from './stores.js';

/** Variables of the rewritten program: what a jump under way leads to, null if there is none, and its value. */
export interface Hidden {
  readonly types: Types;
  readonly target: GlobalVariable;
  readonly value: GlobalVariable;
  readonly unfollowed: FunctionSymbol;
  readonly nondet: FunctionSymbol;
}

export function hiddenIn({ units }: Program): Hidden {
  const { types } = units[0]!;
  return {
    types,
    target: hiddenVariable('.jump.target', types.voidPointer),
    value: hiddenVariable('.jump.value', types.int),
    unfollowed: intrinsicSymbol('__caulk_unfollowed', types),
    nondet: intrinsicSymbol('__caulk_nondet', types),
  };
}

export interface Context {
  readonly library: JumpLibrary;
  readonly mayJump: MayJump;
  readonly stores: Stores;
  readonly hidden: Hidden;
  readonly entry: FunctionSymbol;
  readonly purpose: Purpose;
  /** Is it a store that stands for a setjmp? */
  readonly fillsBuffer: (i: Instr) => boolean;
}

/** For whom a program is rewritten: engines follow all that C allows, a run one of it. */
export type Purpose = 'engines' | 'runs';

/** A call of setjmp. */
export interface Landing {
  readonly call: CallInstr;
  /** Its address stands for this call of setjmp in this call of the function. */
  readonly here: LocalVariable;
  /** Where a jump arrives; filled when the whole body is known. */
  readonly arrival: OpenBlock;
  /** Where both ways meet. */
  readonly behind: OpenBlock;
}

/** A place from which a jump may go to a landing of the function, or leave it. */
export interface Takeoff {
  readonly call: CallInstr;
  readonly block: OpenBlock;
}

export function rewriteJumps(f: FunctionSymbol, context: Omit<Context, 'fillsBuffer'>): FunctionBody {
  const filling = new Set<Instr>();
  return new Rewriting(f.body!, { ...context, fillsBuffer: (i) => filling.has(i) }, filling).run();
}

class Rewriting {
  private readonly editor: BodyEditor;
  private readonly landings: Landing[] = [];
  private readonly takeoffs: Takeoff[] = [];
  private readonly types: Types;

  constructor(
    body: FunctionBody,
    private readonly context: Context,
    private readonly filling: Set<Instr>,
  ) {
    this.editor = new BodyEditor(body);
    this.types = context.hidden.types;
  }

  run(): FunctionBody {
    this.editor.rewrite({ instr: (i) => this.instr(i) });
    const filled = this.landings.map(({ behind }) => reachedFrom(behind));
    for (const t of this.takeoffs) this.dispatch(t, filled.some((blocks) => blocks.has(t.block)) ? this.landings : []);
    for (const landing of this.landings) arrive(this.editor, landing, this.takeoffs, this.context);
    return this.editor.finish();
  }

  private instr(i: Instr): void {
    const { library, mayJump } = this.context;
    if (i.kind !== 'call') this.editor.emit(i);
    else if (library.isSetjmp(i)) this.land(i);
    else if (library.isLongjmp(i)) this.takeOff(i);
    else if (mayJump.byCall(i)) this.test(i);
    else this.editor.emit(i);
  }

  /** `r = setjmp(b)` ⟶ `here = 0; *b = undefined; *(void **)b = &here; r = 0` */
  private land(call: CallInstr): void {
    const { editor, types } = this;
    const make = new Maker(types, call);
    const buffer = call.args[0]!;
    const whole = bufferType(buffer)!;
    const here = editor.addVariable('local', '.here', types.char, { at: call.at, addressTaken: true });
    const registers = editor.addVariable('local', '.registers', whole, { at: call.at });
    const [arrival, behind] = [editor.newBlock(), editor.newBlock()];
    arrival.terminator = make.goto(behind);
    this.landings.push({ call, here, arrival, behind });
    editor.emit(make.assign(make.variable(here), make.number(0, types.char)));
    this.fill(make.assign(make.behind(buffer, whole), make.load(make.variable(registers))));
    this.fill(make.assign(make.behind(buffer, types.voidPointer), make.address(here, types.voidPointer)));
    if (call.result) editor.emit(make.assign(call.result, make.number(0, call.result.type.unqualified)));
    editor.start(behind, call);
  }

  private fill(store: Instr): void {
    this.filling.add(store);
    this.editor.emit(store);
  }

  /** `longjmp(b, v)` ⟶ `target = *(void **)b; *target; value = v ? v : 1` and away */
  private takeOff(call: CallInstr): void {
    const { editor, types } = this;
    const { target, value, unfollowed } = this.context.hidden;
    const make = new Maker(types, call);
    const [buffer, given] = call.args as [Expr, Expr];
    const read = editor.addVariable('temporary', '.read', types.char, { at: call.at });
    const [zero, lost, away, rest] = [editor.newBlock(), editor.newBlock(), editor.newBlock(), editor.newBlock()];
    editor.emit(make.assign(make.variable(target), make.load(make.behind(buffer, types.voidPointer))));
    editor.emit(make.assign(make.variable(read), make.load(make.behind(this.underWay(make), types.char))));
    editor.emit(make.assign(make.variable(value), make.cast(given, types.int)));
    const isNull = make.compare('eq', this.underWay(make), make.number(0, types.voidPointer));
    const known = editor.newBlock();
    editor.end(make.branch(isNull, lost, known), lost);
    editor.emit(make.call(unfollowed, []));
    editor.end({ kind: 'unreachable', at: call.at, end: call.end }, known);
    editor.end(make.branch(make.load(make.variable(value)), away, zero), zero);
    editor.emit(make.assign(make.variable(value), make.number(1, types.int)));
    editor.end(make.goto(away), rest);
    this.takeoffs.push({ call, block: away });
  }

  /** `r = f(…)` ⟶ `t = f(…); if (target) away; r = t`: a jump leaves r as it was */
  private test(call: CallInstr): void {
    const { editor, types } = this;
    const make = new Maker(types, call);
    const [away, rest] = [editor.newBlock(), editor.newBlock()];
    const { result, at } = call;
    const kept = result && editor.addVariable('temporary', '.result', result.type.unqualified, { at });
    editor.emit({ ...call, result: kept && make.variable(kept) });
    editor.end(
      make.branch(make.compare('ne', this.underWay(make), make.number(0, types.voidPointer)), away, rest),
      rest,
    );
    if (call.result && kept) {
      editor.emit(make.assign(call.result, make.load(make.variable(kept))));
      editor.emit({ kind: 'scope-end', variables: [kept], at: call.at, end: call.end });
    }
    this.takeoffs.push({ call, block: away });
  }

  private underWay = (make: Maker): Expr => make.load(make.variable(this.context.hidden.target));

  /** To the landing whose variable the target is; else to the caller, or nowhere. */
  private dispatch({ call, block }: Takeoff, landings: readonly Landing[]): void {
    const { editor, types } = this;
    const make = new Maker(types, call);
    editor.current = block;
    for (const { here, arrival } of landings) {
      const next = editor.newBlock();
      const isOurs = make.compare('eq', this.underWay(make), make.address(here, types.voidPointer));
      editor.end(make.branch(isOurs, arrival, next), next);
    }
    const { symbol } = editor.body;
    if (symbol === this.context.entry) {
      editor.emit(make.call(this.context.hidden.unfollowed, []));
      editor.current.terminator = { kind: 'unreachable', at: call.at, end: call.end };
    } else editor.current.terminator = make.returnNothing(symbol.type.result);
  }
}
