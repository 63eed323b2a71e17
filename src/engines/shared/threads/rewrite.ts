// One function with its threads rewritten to calls, and tests that none is running where that matters.
// For follow-threads.ts, which says what is done and why.

import { successorsOf } from '../../../ir/cfg.js';
import { BodyEditor } from '../../../ir/edit/body-editor.js';
import { intrinsicSymbol, Maker } from '../../../ir/edit/build.js';
import type { CallInstr, Expr, Instr, Terminator } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol, LocalVariable } from '../../../ir/program.js';
import type { Types } from '../../../types/basic-types.js';
import { joinedBy, type Start, type ThreadLibrary } from './library.js';
import { isPrivate, isPrivateEnd } from './private.js';

/** null if the function is one that cannot be rewritten. */
export function rewriteThreads(
  program: Program,
  { body }: FunctionSymbol,
  library: ThreadLibrary,
  starts: readonly Start[],
): FunctionBody | null {
  const { blocks, entry } = body!;
  const isLoop = blocks.some((b) => successorsOf(b.terminator).includes(entry));
  return isLoop ? null : new Rewriting(program, body!, library, starts).run();
}

/** Why a thread without attributes cannot be created: EAGAIN; thrd_error, thrd_nomem. */
const ERRORS = { pointer: [11, 11], int: [2, 3] } as const;

class Rewriting {
  private readonly editor: BodyEditor;
  private readonly types: Types;
  /** The number of the thread that runs, 0 if none does. */
  private readonly running: LocalVariable;
  private readonly handles: readonly LocalVariable[];
  private readonly results: readonly LocalVariable[];
  private readonly unfollowed: FunctionSymbol;
  private readonly nondet: FunctionSymbol;

  constructor(
    { units }: Program,
    body: FunctionBody,
    private readonly library: ThreadLibrary,
    private readonly starts: readonly Start[],
  ) {
    const { types } = units[0]!;
    this.types = types;
    this.editor = new BodyEditor(body);
    this.unfollowed = intrinsicSymbol('__caulk_unfollowed', types);
    this.nondet = intrinsicSymbol('__caulk_nondet', types);
    this.handles = [...new Set(starts.map((s) => s.handle))];
    this.running = this.editor.addVariable('local', '.running', types.int, body);
    this.results = this.handles.map((handle) => {
      const { result } = starts.find((s) => s.handle === handle)!;
      const type = result === 'int' ? types.int : types.voidPointer;
      return this.editor.addVariable('local', '.returned', type, body);
    });
  }

  run(): FunctionBody {
    const { editor, types } = this;
    const make = new Maker(types, editor.body);
    editor.rewrite({ instr: (i) => this.instr(i), terminator: (t) => this.terminator(t) });
    editor.blocks[0]!.instrs.unshift(make.assign(make.variable(this.running), make.number(0, types.int)));
    return editor.finish();
  }

  private instr(i: Instr): void {
    const start = i.kind === 'call' ? this.startBy(i) : undefined;
    const joined = i.kind === 'call' && this.library.joins(i) ? this.handles.indexOf(joinedBy(i)!) : -1;
    if (start) this.create(i as CallInstr, start);
    else if (joined >= 0) this.join(i as CallInstr, joined);
    else {
      if (!isPrivate(i)) this.expect(0, i);
      this.editor.emit(i);
    }
  }

  /** Instructions are copies: calls are known by their position and arguments. */
  private startBy = (call: CallInstr): Start | undefined =>
    this.library.creates(call) ? this.starts.find((s) => s.call.at === call.at && s.call.end === call.end) : undefined;

  private terminator(t: Terminator): Terminator {
    if (!isPrivateEnd(t)) this.expect(0, t);
    return t;
  }

  /** Every property is open where another thread, or none, is running. */
  private expect(thread: number, at: Instr | Terminator): void {
    const { editor } = this;
    const make = new Maker(this.types, at);
    const [wrong, next] = [editor.newBlock(), editor.newBlock()];
    const isWrong = make.compare('ne', make.load(make.variable(this.running)), make.number(thread, this.types.int));
    editor.end(make.branch(isWrong, wrong, next), wrong);
    editor.emit(make.call(this.unfollowed, []));
    editor.end({ kind: 'unreachable', at: at.at, end: at.end }, next);
  }

  /** `r = create(&t, 0, f, x)` ⟶ `if (nondet()) r = error; else { result = f(x); running = t; r = 0 }` */
  private create(call: CallInstr, { handle, function: f, argument, result }: Start): void {
    const { editor, types } = this;
    const make = new Maker(types, call);
    this.expect(0, call);
    const index = this.handles.indexOf(handle);
    const choice = editor.addVariable('temporary', '.error', types.int, call);
    const [fails, runs, rest] = [editor.newBlock(), editor.newBlock(), editor.newBlock()];
    editor.emit(make.call(this.nondet, [], make.variable(choice)));
    editor.end(make.branch(make.load(make.variable(choice)), fails, runs), fails);
    const [other, last] = [editor.newBlock(), editor.newBlock()];
    const isOther = make.compare('gt', make.load(make.variable(choice)), make.number(0, types.int));
    this.give(call, make.number(ERRORS[result][0], types.int), make);
    editor.end(make.branch(isOther, other, last), other);
    this.give(call, make.number(ERRORS[result][1], types.int), make);
    editor.end(make.goto(last), last);
    editor.end(make.goto(rest), runs);
    const passed = make.cast(argument, f.type.params![0]!.type.unqualified);
    editor.emit(make.call(f, [passed], make.variable(this.results[index]!)));
    editor.emit(make.assign(make.variable(this.running), make.number(index + 1, types.int)));
    this.give(call, make.number(0, types.int), make);
    editor.end(make.goto(rest), rest);
  }

  /** `e = join(t, r)` ⟶ `if (r) *r = result; running = 0; e = 0` */
  private join(call: CallInstr, index: number): void {
    const { editor, types } = this;
    const make = new Maker(types, call);
    const result = this.results[index]!;
    this.expect(index + 1, call);
    editor.emit(make.assign(make.variable(this.running), make.number(0, types.int)));
    const to = call.args[1];
    if (to) {
      const [stores, next] = [editor.newBlock(), editor.newBlock()];
      const isGiven = make.compare('ne', to, make.number(0, to.type.unqualified));
      editor.end(make.branch(isGiven, stores, next), stores);
      editor.emit(make.assign(make.behind(to, result.type), make.load(make.variable(result))));
      editor.end(make.goto(next), next);
    }
    editor.emit({ kind: 'scope-end', variables: [result], at: call.at, end: call.end });
    this.give(call, make.number(0, types.int), make);
  }

  private give({ result }: CallInstr, value: Expr, make: Maker): void {
    if (result) this.editor.emit(make.assign(result, make.cast(value, result.type.unqualified)));
  }
}
