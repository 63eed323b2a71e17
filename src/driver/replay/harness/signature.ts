// Functions of the world outside, as C declares them for a wrapper: scalars only, pointers untyped.
// Between the types of the program and world.ts.

import type { CType, FunctionType } from '../../../types/types.js';
import { scalarName } from './c-text.js';
import type { Scene } from './scene.js';

/** Functions that end the program; world.c has its own. */
export const ENDING: readonly string[] = ['exit', '_exit', '_Exit'];

export interface Signature {
  readonly result: string;
  /** `void *a1, int a2`; what a definition has between its parentheses. */
  readonly params: string;
  /** `a1, a2`. */
  readonly names: readonly string[];
  readonly pointers: readonly number[];
}

export function signatureOf(scene: Scene, name: string, type: FunctionType): Signature {
  const scalar = (t: CType) => scalarName(t) ?? scene.refuse(`${name} takes or returns a record`);
  const types = (type.params ?? []).map((p) => p.type);
  const params = types.map((t, i) => `${scalar(t)} a${i + 1}`);
  const all = type.variadic && params.length > 0 ? [...params, '...'] : params;
  return {
    result: type.result.kind === 'void' ? 'void' : scalar(type.result),
    params: all.length > 0 ? all.join(', ') : type.params ? 'void' : '',
    names: types.map((_, i) => `a${i + 1}`),
    pointers: types.flatMap((t, i) => (t.kind === 'pointer' || t.kind === 'array' ? [i] : [])),
  };
}

/** A function that the linker puts in the place of another one. */
export const wrapper = (name: string, { result, params }: Signature, body: readonly string[]): string[] => [
  `${result} __wrap_${name}(${params}) {`,
  ...body.map((line) => `  ${line}`),
  '}',
];
