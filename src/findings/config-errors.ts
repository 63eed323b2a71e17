// Explains errors in a configuration, and locates them in the file.
// Between the errors of the schema validator, which use pointers and keywords, and diagnostics.

import type { DocumentNode, MemberNode, ValueNode } from '@humanwhocodes/momoa';
import type { ErrorObject } from 'ajv';
import { closestName } from '../base/closest-name.js';

/** An unknown setting, a value that is not allowed, a value of the wrong type. */
export function explainError(error: ErrorObject): string {
  const name = pathOf(error).join('.') || 'the configuration';
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'additionalProperties':
      return explainUnknown(String(params.additionalProperty), Object.keys(error.parentSchema?.properties ?? {}));
    case 'enum':
      return `${name} must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}`;
    case 'type':
      return `${name} must be of type ${String(params.type)}`;
    case 'pattern':
      return `${name} must be the name of a C function`;
    case 'minLength':
      return `${name} must not be empty`;
    default:
      return `${name} ${error.message ?? 'is wrong'}`;
  }
}

function explainUnknown(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  const hint = meant ? `did you mean \`${meant}\`?` : `known are ${known.join(', ')}`;
  return `there is no setting \`${name}\`; ${hint}`;
}

/** The position of the value, or of the name of an unexpected member. */
export function findPlace(document: DocumentNode, error: ErrorObject): { line: number; column: number } {
  const path = pathOf(error);
  const unknown = (error.params as { additionalProperty?: string }).additionalProperty;
  let node: ValueNode = document.body;
  for (const key of path) node = childOf(node, key) ?? node;
  const member = unknown === undefined ? undefined : memberOf(node, unknown);
  const { line, column } = (member?.name ?? node).loc.start;
  return { line, column };
}

function pathOf(error: ErrorObject): string[] {
  const parts = error.instancePath.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function childOf(node: ValueNode, key: string): ValueNode | undefined {
  if (node.type === 'Array') return node.elements[Number(key)]?.value;
  return memberOf(node, key)?.value;
}

/** The last member of the name: it overrides the others. */
function memberOf(node: ValueNode, key: string): MemberNode | undefined {
  if (node.type !== 'Object') return undefined;
  return node.members.findLast(({ name }) => (name.type === 'String' ? name.value : name.name) === key);
}
