// The sizes of boxes: text in a monospaced font has a width that is known before it is drawn.
// Used by dot.ts, which tells Graphviz, and by svg.ts, which draws.

import type { DrawnField, DrawnNode } from '../../engines/drawing.js';

export const FONT = 12;
/** Monospaced fonts are 0.6 em wide. */
const CHARACTER = FONT * 0.602;
const PADDING = 9;
export const HEAD = 22;
export const ROW = 20;
const NARROWEST = 44;
const LONGEST = 30;

/** Long names are cut: the tooltip has them in full. */
export function shorten(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
}

/** `next`, `value = 3`, `value ≥ 9`, or only the value if the row has no name. */
export function rowText({ name, value }: DrawnField): string {
  if (value === null) return shorten(name);
  const relation = /^[≥≤≠∈]/.test(value) ? ' ' : ' = ';
  return shorten(name === '' ? value : `${name}${relation}${value}`);
}

/** An ellipse has rows for plain values only; its edges have labels. */
export const rowsOf = ({ outline, fields }: DrawnNode): readonly DrawnField[] =>
  outline === 'ellipse' ? fields.filter((f) => f.value !== null) : fields;

/** The ellipse around a box. */
export const ellipseOf = (node: DrawnNode): { readonly width: number; readonly height: number } => ({
  width: Math.ceil(widthOf(node) * 1.2),
  height: Math.ceil(heightOf(node) * 1.5),
});

export function widthOf(node: DrawnNode): number {
  const longest = Math.max(textLength(shorten(node.label)) + (node.summary ? 3 : 0), ...rowsOf(node).map(rowLength));
  return Math.max(NARROWEST, Math.ceil(longest * CHARACTER) + 2 * PADDING);
}

export const heightOf = (node: DrawnNode): number => HEAD + rowsOf(node).length * ROW;

const rowLength = (field: DrawnField): number => textLength(rowText(field));

/** Characters outside of Latin may be twice as wide. */
function textLength(text: string): number {
  let length = 0;
  for (const character of text) length += character.codePointAt(0)! > 0x2e7f ? 2 : 1;
  return length;
}

export const PAD = PADDING;
