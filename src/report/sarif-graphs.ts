// The heaps at a finding as graphs of SARIF: boxes are nodes, pointers are edges.
// Part of the SARIF report; from the portraits of functions that reports with drawings have.

import type * as sarif from 'sarif';
import type { Drawing, DrawnEdge, DrawnNode } from '../engines/drawing.js';
import type { Portrait } from '../findings/portrait.js';
import type { ReportedFinding } from '../findings/report.js';

/** The heaps of the run or path that the finding tells, step by step; else those that an engine has drawn for its line. */
export function describeHeaps(finding: ReportedFinding, portraits: readonly Portrait[]): Pick<sarif.Result, 'graphs'> {
  const told = heapsAlong(finding);
  const graphs = told.length > 0 ? told : heapsAt(finding, portraits);
  return graphs.length > 0 ? { graphs } : {};
}

function heapsAlong({ line, trace, heap, heapAfter }: ReportedFinding): sarif.Graph[] {
  const moments: readonly (readonly [Drawing | undefined, string])[] = [
    ...trace.map((step, i) => [step.heap, `The heap at step ${i + 1}, line ${step.line}.`] as const),
    [heap, `The heap before line ${line}.`],
    [heapAfter, `The heap behind line ${line}.`],
  ];
  return moments.flatMap(([drawing, text]) => (drawing ? [describeHeap(drawing, text)] : []));
}

/** Behind the line, else before it. */
function heapsAt({ file, line }: ReportedFinding, portraits: readonly Portrait[]): sarif.Graph[] {
  const here = portraits.filter((p) => p.file === file && p.line <= line && line <= p.end);
  const heaps = here.flatMap((p) => p.lines).filter((heaps) => heaps.line === line && heaps.states.length > 0);
  const shown = heaps.find(({ when }) => when === 'after') ?? heaps[0];
  const where = shown?.when === 'after' ? 'behind' : 'before';
  return (shown?.states ?? []).map((drawing) => describeHeap(drawing, `The heap ${where} line ${line}.`));
}

function describeHeap({ nodes, edges, notes }: Drawing, what: string): sarif.Graph {
  return {
    description: { text: [what, ...notes].join('\n') },
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
