// The machine: the frames of active calls and the loop that runs compiled segments.
// The centre of the interpreter: it owns memory, program and library; `runProgram` starts it.

import type { Instr, Terminator } from '../ir/instr.js';
import type { FunctionBody, FunctionSymbol } from '../ir/program.js';
import { LP64, type Target } from '../types/types.js';
import { compileFunction } from './compile/function.js';
import { endMemoryVariable } from './compile/instr.js';
import { type CompiledFunction, type Eval, Frame, type Segment, type Store } from './frame.js';
import { Given } from './given/given.js';
import { fail, obstruct } from './incidents.js';
import { Allocator } from './libc/allocator.js';
import { Inputs, linesOf } from './libc/inputs.js';
import { ProcessState } from './libc/process-state.js';
import { FileSet } from './libc/streams.js';
import { libraryFor } from './libc/table.js';
import { makeLibraryVariable } from './libc/variables.js';
import type { Linkage } from './linkage.js';
import { Memory, type Site } from './memory.js';
import { DEFAULT_DEPTH, DEFAULT_MEMORY, DEFAULT_STEPS, type RunOptions } from './options.js';
import { BodyFacts } from './positions.js';
import { LinkedProgram } from './program.js';
import type { Value } from './rep.js';
import type { Int } from './wide.js';

/** The alarm handler runs between two instructions, with `frame.node` exact for every active call. */
export type AlarmHandler = (machine: Machine) => void;

export class Machine {
  readonly memory: Memory;
  readonly program: LinkedProgram;
  allocator!: Allocator;
  files!: FileSet;
  inputs!: Inputs;
  process!: ProcessState;
  /** The input of a run that begins at a function. */
  given: Given | null = null;
  readonly target: Target;
  readonly pointerSize: 4 | 8;
  /** The innermost active call. */
  frame: Frame | null = null;
  /** Instructions executed so far. */
  steps = 0;
  /** The handler runs before instruction number `alarm` is executed. */
  alarm = 0;
  onAlarm: AlarmHandler = endOfBudget;
  /** What code outside of the program may hold: the result of a run that begins at a function, arguments of undefined functions. */
  readonly escaped = new Set<Value>();
  private readonly codes = new Map<FunctionSymbol, CompiledFunction>();
  private readonly facts = new Map<FunctionBody, BodyFacts>();
  private readonly maxDepth: number;
  /** A sentinel: tells a loop that the frame it was started for has returned. */
  private readonly halt: Segment;
  private returned: Value = 0;

  constructor(
    linkage: Linkage,
    public options: RunOptions,
  ) {
    this.target = linkage.units[0]?.types.target ?? LP64;
    this.pointerSize = this.target.pointerSize;
    this.memory = new Memory(options.memory ?? DEFAULT_MEMORY, this.pointerSize, options.addresses);
    this.prepare(options);
    this.maxDepth = options.depth ?? DEFAULT_DEPTH;
    const end = () => this.halt;
    this.halt = { ops: [], end, nodes: [], block: { id: -1, instrs: [], terminator: null as never }, first: 0 };
    this.program = new LinkedProgram(
      linkage,
      this.memory,
      libraryFor(this.target),
      (name) => makeLibraryVariable(this, name),
      options.strangers ?? 'stop',
      () => this.given,
    );
    if (!this.given) this.program.load();
  }

  /** Everything that belongs to one run, apart from memory; compiled code serves many. */
  prepare(options: RunOptions): void {
    this.options = options;
    this.allocator = new Allocator(this.memory, options.failures ?? { kind: 'never' }, options.coverage);
    this.files = new FileSet(options);
    this.inputs = new Inputs(options);
    if (options.surroundings === 'searched' && !options.stdin) this.files.stdin.more = linesOf(this.inputs);
    this.process = new ProcessState(options);
    this.given = options.from ? new Given(this, options.from.outside) : null;
    this.memory.maker = this.given;
    this.alarm = options.steps ?? DEFAULT_STEPS;
    this.onAlarm = endOfBudget;
    this.frame = null;
    this.steps = 0;
    this.escaped.clear();
    options.coverage?.begin(this.files);
  }

  codeOf(symbol: FunctionSymbol): CompiledFunction {
    let code = this.codes.get(symbol);
    if (!code) {
      code = compileFunction(this, symbol.body!);
      this.codes.set(symbol, code);
    }
    return code;
  }

  /** The functions that have been called. */
  entered(): FunctionSymbol[] {
    return [...this.codes.keys()];
  }

  /** Positions and liveness of a function's instructions. */
  factsOf(body: FunctionBody): BodyFacts {
    let facts = this.facts.get(body);
    if (!facts) {
      facts = new BodyFacts(body);
      this.facts.set(body, facts);
    }
    return facts;
  }

  // ---- calls -----------------------------------------------------------------------------------------------------

  /** Pushes a frame; arguments are evaluated in the caller. */
  enter(code: CompiledFunction, caller: Frame, args: readonly Eval[], resume: Segment, store: Store | null): Segment {
    const frame = this.push(code, caller, resume, store);
    const { params } = code;
    const named = Math.min(params.length, args.length);
    for (let i = 0; i < named; i++) params[i]!(frame, args[i]!(caller));
    if (args.length > named) frame.extra = args.slice(named).map((a) => a(caller));
    this.frame = frame;
    return code.entry;
  }

  private push(code: CompiledFunction, caller: Frame | null, resume: Segment, store: Store | null): Frame {
    const depth = caller ? caller.depth + 1 : 0;
    if (depth >= this.maxDepth) fail('stack-overflow', `the call stack is deeper than ${this.maxDepth} calls`);
    return new Frame(code, caller, resume, store, depth);
  }

  /** Pops the frame: its variables end, the caller gets the result. */
  leave(frame: Frame, value: Value): Segment {
    const slots = frame.code.memorySlots;
    for (let i = 0; i < slots.length; i++) endMemoryVariable(this, frame, slots[i]!);
    if (frame.allocas) for (const id of frame.allocas) this.memory.release(id, null);
    if (frame.list !== 0) this.process.forgetArguments(frame.list);
    this.frame = frame.caller;
    if (frame.store) frame.store(frame.caller!, value);
    return frame.resume;
  }

  /** Runs a function of the program from within the library, or to start it. */
  call(symbol: FunctionSymbol, args: readonly Value[], prepare?: (frame: Frame) => void): Value {
    const code = this.codeOf(symbol);
    const outer = this.frame;
    const store: Store = (_f, value) => {
      this.returned = value;
    };
    const frame = this.push(code, outer, this.halt, store);
    code.params.forEach((param, i) => {
      if (i < args.length) param(frame, args[i]!);
    });
    frame.extra = args.slice(code.params.length);
    prepare?.(frame);
    this.frame = frame;
    this.loop(code.entry);
    return this.returned;
  }

  /** Calls the function that a pointer of the program points to. */
  callPointer(pointer: Value, args: readonly Value[], site: Site): Value {
    const target = this.program.targetOf(pointer as Int);
    if (target.kind === 'code') return this.call(target.symbol, args);
    return target.native.run(this, args, site, this.frame!);
  }

  // ---- the loop --------------------------------------------------------------------------------------------------

  private loop(start: Segment): void {
    let segment = start;
    let frame = this.frame!;
    let i = 0;
    try {
      while (segment !== this.halt) {
        const { ops } = segment;
        const n = ops.length;
        if (this.steps + n >= this.alarm) {
          i = -1;
          segment = this.crawl(segment, frame);
        } else {
          for (i = 0; i < n; i++) ops[i]!(frame);
          this.steps += n + 1;
          segment = segment.end(frame);
        }
        frame = this.frame!;
      }
    } catch (trouble) {
      if (i >= 0) {
        frame.node = segment.nodes[i]!;
        if (i < segment.ops.length) this.steps += i;
      }
      throw trouble;
    }
  }

  /** Runs one segment instruction by instruction, because the alarm may ring inside it. */
  private crawl(segment: Segment, frame: Frame): Segment {
    const { ops, nodes } = segment;
    for (let i = 0; i < ops.length; i++) {
      this.pause(frame, nodes[i]!);
      ops[i]!(frame);
      this.steps++;
    }
    this.pause(frame, nodes[ops.length]!);
    this.steps++;
    return segment.end(frame);
  }

  private pause(frame: Frame, node: Instr | Terminator): void {
    frame.node = node;
    if (this.steps >= this.alarm) this.onAlarm(this);
  }
}

function endOfBudget(machine: Machine): void {
  obstruct('steps', `the program has run for ${machine.steps} instructions`);
}
