// The heaps at a finding as graphs of SARIF: boxes are nodes, pointers are edges.
// Part of the SARIF report; from the portraits of functions that reports with drawings have.

import type * as sarif from 'sarif';
import type { Drawing, DrawnEdge, DrawnNode } from '../engines/drawing.js';
import type { LineHeaps, Portrait } from '../findings/portrait.js';
import type { ReportedFinding } from '../findings/report.js';

/** The heaps behind the line of the finding, else those before it. */
export function describeHeaps(
  { file, line }: ReportedFinding,
  portraits: readonly Portrait[],
): Pick<sarif.Result, 'graphs'> {
  const here = portraits.filter((p) => p.file === file && p.line <= line && line <= p.end);
  const heaps = here.flatMap((p) => p.lines).filter((heap) => heap.line === line && heap.states.length > 0);
  const shown = heaps.find(({ when }) => when === 'after') ?? heaps[0];
  return shown ? { graphs: shown.states.map((drawing) => describeHeap(drawing, shown)) } : {};
}

function describeHeap({ nodes, edges, notes }: Drawing, { when, line }: LineHeaps): sarif.Graph {
  const text = [`The heap ${when === 'after' ? 'behind' : 'before'} line ${line}.`, ...notes].join('\n');
  return {
    description: { text },
    nodes: nodes.map(describeNode),
    edges: edges.map((edge, i) => describeEdge(edge, i)),
  };
}

function describeNode({ id, kind, label, fields, summary }: DrawnNode): sarif.Node {
  const values = fields.flatMap(({ name, value }) => (value === null ? [] : [`${name} = ${value}`]));
  const text = [label === '' ? kind : label, ...values].join('\n');
  return { id, label: { text }, properties: { kind, summary } };
}

function describeEdge({ from, to, fromField, label, certainty }: DrawnEdge, number: number): sarif.Edge {
  const text = label === '' ? fromField : label;
  return {
    id: `edge-${number}`,
    sourceNodeId: from,
    targetNodeId: to,
    ...(text ? { label: { text } } : {}),
    properties: { certainty },
  };
}
