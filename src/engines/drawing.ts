// A drawing of a heap, as data: the output of all engines, which reports turn into SVG, dot and text.
// One vocabulary for all abstractions, so that drawings of different engines can be compared.

/** One row of a box: a field of a cell, a variable of an activation record. */
export interface DrawnField {
  readonly name: string;
  /** A value that is not an edge: `null`, `?` (uninitialised), a number, a range. */
  readonly value: string | null;
  /** What its pointers lead to, if the engine knows more than the edges say: `an acyclic list`. */
  readonly shape?: string;
}

export interface DrawnNode {
  readonly id: string;
  readonly kind: 'variable' | 'cell' | 'activation' | 'null' | 'freed' | 'function' | 'unknown';
  readonly label: string;
  readonly fields: readonly DrawnField[];
  /** Stands for one or more, rather than exactly one. */
  readonly summary: boolean;
  /** For the tooltip and screen readers. */
  readonly title: string;
  /** As in papers on logical structures, where summary nodes are dotted. The default is a rounded box. */
  readonly outline?: 'rectangle' | 'ellipse';
  /** For a local variable: its activation. Variables of the same activation are drawn together. */
  readonly frame?: DrawnFrame;
}

export interface DrawnFrame {
  readonly function: string;
  /** Calls below the entry. */
  readonly depth: number;
}

export interface DrawnEdge {
  readonly from: string;
  /** The field that the edge starts at, if the node has fields. */
  readonly fromField: string | null;
  readonly to: string;
  readonly toField: string | null;
  /** `may` edges are dashed. */
  readonly certainty: 'must' | 'may';
  readonly label: string;
}

export interface Drawing {
  readonly title: string;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Facts beyond the drawing, one line each: ranges of integers, relations. */
  readonly notes: readonly string[];
  /** Different boxes never stand for the same memory. */
  readonly disjoint?: true;
}
