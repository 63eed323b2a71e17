// The typed AST as an indented tree, one node a line: its kind, type and plain attributes, children below.
// Generic over node kinds, so that a new kind needs no code here. For `caulk ir --stage ast`.

import { printType } from '../types/print-type.js';
import type { CType } from '../types/types.js';
import type { FunctionDefinition, ObjectDefinition } from './ast.js';

export function printAst(definitions: readonly (FunctionDefinition | ObjectDefinition)[]): string {
  return definitions.map((d) => `${printDefinition(d).join('\n')}\n`).join('\n');
}

function printDefinition(d: FunctionDefinition | ObjectDefinition): string[] {
  const head = `${d.kind} ${printType(d.symbol.type, d.symbol.name)}`;
  if (d.kind === 'function-definition') return [head, ...printNode('', d.body, 1)];
  return [head, ...(d.initializer ? printNode('initializer', d.initializer, 1) : [])];
}

type Node = { readonly kind: string; readonly type?: unknown };

const isNode = (v: unknown): v is Node => typeof v === 'object' && v !== null && 'kind' in v;

/** Properties that are types, symbols or positions rather than children. */
const plain = new Set([
  'kind',
  'type',
  'of',
  'computed',
  'range',
  'at',
  'end',
  'symbol',
  'label',
  'field',
  'variableTypes',
]);

function printNode(role: string, node: Node, depth: number): string[] {
  const attributes: string[] = [];
  const children: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'symbol' || key === 'label') attributes.push(nameOf(value));
    else if (key === 'field') attributes.push(`.${nameOf(value)}`);
    else if (plain.has(key) || value === null) continue;
    else if (value instanceof Uint8Array) attributes.push(JSON.stringify(Buffer.from(value).toString('latin1')));
    else if (typeof value === 'object') children.push([key, value]);
    else attributes.push(key === 'value' || key === 'op' ? String(value) : `${key}=${String(value)}`);
  }
  const type = isType(node.type) ? `: ${printType(node.type)}` : '';
  const head = `${'  '.repeat(depth)}${role && `${role}: `}${[node.kind, ...attributes].join(' ')}${type}`;
  return [head, ...children.flatMap(([key, value]) => printChild(key, value, depth + 1))];
}

function printChild(role: string, value: unknown, depth: number): string[] {
  if (Array.isArray(value)) return value.flatMap((v) => printChild('', v, depth));
  if (isNode(value)) return printNode(role, value, depth);
  // Entries of initialisers have no kind of their own.
  if (typeof value === 'object' && value !== null) return printNode(role, { kind: 'entry', ...value }, depth);
  return [`${'  '.repeat(depth)}${role}: ${String(value)}`];
}

const isType = (v: unknown): v is CType => isNode(v) && 'unqualified' in v;

const nameOf = (v: unknown): string => (v as { name?: string | null } | null)?.name || '<unnamed>';
