// The functions that a jump may leave: those that jump, and those that call them.
// A least fixpoint over the call graph, for follow-jumps.ts.

import type { CallInstr } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { callsIn } from '../reachable-functions.js';
import type { JumpLibrary } from './library.js';

export class MayJump {
  private readonly found = new Set<FunctionSymbol>();
  /** A call through a pointer may run any function whose address is taken: engines follow pointers of any type. */
  private throughPointers = false;

  constructor(
    private readonly library: JumpLibrary,
    private readonly program: Program,
    functions: ReadonlySet<FunctionSymbol>,
  ) {
    for (let before = -1; before < this.found.size; ) {
      before = this.found.size;
      for (const f of functions) if (callsIn(f.body!).some((call) => this.byCall(call))) this.add(f);
    }
  }

  private add(f: FunctionSymbol): void {
    if (this.found.has(f)) return;
    this.found.add(f);
    const declarations = this.program.units.flatMap((unit) => unit.functions);
    this.throughPointers ||= declarations.some((d) => d.addressTaken && this.program.definitionOf(d) === f);
  }

  byCall(call: CallInstr): boolean {
    if (call.callee.kind === 'indirect') return this.throughPointers;
    if (this.library.isLongjmp(call)) return true;
    const definition = this.program.definitionOf(call.callee.function);
    return definition !== null && this.found.has(definition);
  }

  has(f: FunctionSymbol): boolean {
    return this.found.has(f);
  }

  [Symbol.iterator](): Iterator<FunctionSymbol> {
    return this.found[Symbol.iterator]();
  }
}
