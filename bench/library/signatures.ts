// The functions of the library that have a model, with the types and names of their parameters.
// Read from the definitions in src/models/libc; the first stage of `caulk bench library`.

import type { Definition } from '../../src/models/definitions.js';
import { readLibrary } from '../../src/models/load.js';

export interface Parameter {
  /** As the model spells it, with all stars: `const char *`. */
  readonly type: string;
  readonly name: string;
}

export interface Signature {
  readonly name: string;
  /** The model file. */
  readonly file: string;
  readonly result: string;
  readonly parameters: readonly Parameter[];
  readonly variadic: boolean;
}

/** Helpers and intrinsics of models are not functions of the library. */
export function modelledFunctions(): Signature[] {
  return [...readLibrary().values()]
    .flat()
    .filter((d) => d.isFunction && d.file !== 'caulk.c' && !d.text.startsWith('static'))
    .map(signatureOf);
}

const HEAD = /^(?:__attribute__\s*\(\(.*?\)\) )?([\w\s]+?[\s*]+)(\w+)\(([^{;]*)\)\s*[{;]/;

function signatureOf({ name, file, text }: Definition): Signature {
  const head = HEAD.exec(text);
  if (!head) throw new Error(`the head of a model is not understood: ${text.slice(0, 80)}`);
  const words = splitParameters(head[3]!);
  return {
    name,
    file,
    result: head[1]!.trim(),
    parameters: words.filter((word) => word !== '...').map(parameterOf),
    variadic: words.includes('...'),
  };
}

/** Commas in the parameters of a callback do not separate. */
function splitParameters(text: string): string[] {
  const words = text.split(/,(?![^()]*\))/).map((word) => word.trim());
  return words.filter((word) => word !== 'void' && word !== '');
}

function parameterOf(text: string): Parameter {
  const callback = /\(\*(\w+)\)\(/.exec(text);
  if (callback) return { type: 'callback', name: callback[1]! };
  const [, type, name] = /^(.*?)(\w+)(?:\[\])?$/.exec(text)!;
  return { type: type!.trim(), name: name! };
}
