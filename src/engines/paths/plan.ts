// What is computed once per function body: iteration order, live variables, and the variables that loops name.
// Used by the fixpoint, which runs a body many times from different states.

import type { Block, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { flowGraphOf } from '../../solver/flow-graph.js';
import { loopsOf } from '../../solver/loops.js';
import { type WeakOrder, weakOrder } from '../../solver/weak-order.js';
import { type Echoes, echoesOf } from './echoes.js';
import { loopVariables } from './loop-variables.js';
import { type Registers, registersOf } from './registers.js';

export interface Plan {
  readonly order: WeakOrder;
  readonly registers: Registers;
  readonly echoes: Echoes;
  /** The variables that each loop names. */
  readonly named: ReadonlyMap<Block, ReadonlySet<Variable>>;
}

export function makePlan(body: FunctionBody): Plan {
  const graph = flowGraphOf(body);
  const order = weakOrder(graph);
  const named = loopVariables(body, loopsOf(graph, order));
  return { order, registers: registersOf(body), echoes: echoesOf(body), named };
}
