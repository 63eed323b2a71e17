// The positions of boxes and edges of a drawing, by Graphviz; deterministic.
// From dot.ts to svg.ts; runs in Node and in the browser.

import type { Drawing, DrawnEdge, DrawnNode } from '../../engines/drawing.js';
import { formatOne } from './dot.js';
import { heightOf, widthOf } from './measure.js';

/** The part of Graphviz that is needed here; the caller loads it. */
export interface LayoutEngine {
  layout(dot: string, format: 'json', engine: 'dot'): string;
}

export interface Box {
  readonly node: DrawnNode;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Curve {
  readonly edge: DrawnEdge;
  /** Control points of Bézier curves; the tip of the arrow follows the last one. */
  readonly points: readonly Point[];
  readonly tip: Point;
  readonly label: Point | null;
}

export type Point = readonly [x: number, y: number];

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly curves: readonly Curve[];
}

interface Answer {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos?: string }[];
  readonly edges?: readonly { readonly id?: string; readonly pos?: string; readonly lp?: string }[];
}

const MARGIN = 10;

export function layOut(drawing: Drawing, engine: LayoutEngine): Layout {
  const answer = JSON.parse(engine.layout(formatOne(drawing), 'json', 'dot')) as Answer;
  const [, , right, top] = answer.bb.split(',').map(Number) as [number, number, number, number];
  const place = (text: string): Point => {
    const [x, y] = text.split(',').map(Number) as [number, number];
    return [x + MARGIN, top - y + MARGIN];
  };
  const spots = new Map((answer.objects ?? []).map((o) => [o.name, o.pos]));
  const boxes = drawing.nodes.flatMap((node, i) => {
    const spot = spots.get(`n${i}`);
    return spot ? [boxAt(node, place(spot))] : [];
  });
  const ways = new Map((answer.edges ?? []).map((e) => [e.id, e]));
  const curves = drawing.edges.flatMap((edge, i): Curve[] => {
    const way = ways.get(`e${i}`);
    return way?.pos ? [curveAlong(edge, way.pos, way.lp, place)] : [];
  });
  return { width: right + 2 * MARGIN, height: top + 2 * MARGIN, boxes, curves };
}

function boxAt(node: DrawnNode, [x, y]: Point): Box {
  const [width, height] = [widthOf(node), heightOf(node)];
  return { node, left: x - width / 2, top: y - height / 2, width, height };
}

/** `e,x,y x,y x,y …`: the tip of the arrow, then the control points; with `s` instead of `e`, backwards. */
function curveAlong(edge: DrawnEdge, pos: string, lp: string | undefined, place: (text: string) => Point): Curve {
  const parts = pos.split(' ');
  const end = parts.find((part) => part.startsWith('e,'));
  const start = parts.find((part) => part.startsWith('s,'));
  const points = parts.filter((part) => !/^[es],/.test(part)).map(place);
  if (!end && start) points.reverse();
  const tip = end ?? start;
  return { edge, points, tip: tip ? place(tip.slice(2)) : points.at(-1)!, label: lp ? place(lp) : null };
}
