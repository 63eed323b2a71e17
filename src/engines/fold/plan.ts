// Computed once per function body: three-address form, iteration order, edges, liveness, names of nodes.
// Used by the fixpoint and by calls; a body is interpreted many times, in many contexts.

import { type Edge, edgesOf } from '../../ir/cfg.js';
import type { Block } from '../../ir/instr.js';
import { Liveness } from '../../ir/liveness.js';
import { normalizeFunction } from '../../ir/normalize.js';
import type { FunctionBody } from '../../ir/program.js';
import { flowGraphOf } from '../../solver/flow-graph.js';
import { type WeakOrder, weakOrder } from '../../solver/weak-order.js';
import type { NodeId } from './kernel.js';

export class Plan {
  readonly body: FunctionBody;
  readonly order: WeakOrder;
  readonly liveness: Liveness;
  private readonly edges: (readonly Edge[])[] = [];
  /** The nodes of the body's variables, by call depth and id. */
  private readonly nodes: NodeId[][] = [];

  constructor(original: FunctionBody) {
    this.body = normalizeFunction(original);
    this.order = weakOrder(flowGraphOf(this.body));
    this.liveness = new Liveness(this.body);
  }

  edgesOf(block: Block): readonly Edge[] {
    this.edges[block.id] ??= edgesOf(block);
    return this.edges[block.id]!;
  }

  nodesAt(depth: number): NodeId[] {
    this.nodes[depth] ??= [];
    return this.nodes[depth]!;
  }
}
