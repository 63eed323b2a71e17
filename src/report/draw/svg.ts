// Drawings as one SVG, laid out by Graphviz in WebAssembly, which is loaded only when a picture is wanted.
// From dot.ts to a file or a page.

import type { Drawing } from '../../engines/drawing.js';
import { formatDot } from './dot.js';

export async function formatSvg(drawings: readonly Drawing[]): Promise<string> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  return graphviz.layout(formatDot(drawings), 'svg', 'dot');
}
