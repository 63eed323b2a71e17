// Belief: an unknown function that gets a buffer with its length fills or reads the buffer, and does not keep it.
// Asked by calls/calls.ts about the arguments of unknown calls.

import { isInteger } from '../../../types/questions.js';
import type { CType, FunctionType } from '../../../types/types.js';
import type { Belief } from './belief.js';

export const bufferIsLent: Belief = {
  name: 'buffer-is-lent',
  why: 'stream->read(stream, bytes, 1, n): a function that counts bytes copies them; one that takes memory over is told no length, or returns a pointer to what holds it.',
  stage: 'call',
  effect: 'finds',
};

/** Is the parameter a pointer to bytes, the next one a number, and the result no pointer? */
export function isBuffer({ params, result }: FunctionType, index: number): boolean {
  const [bytes, length] = [params?.[index]?.type, params?.[index + 1]?.type];
  if (bytes?.kind !== 'pointer' || length === undefined || !isInteger(length)) return false;
  return isByte(bytes.target) && result.kind !== 'pointer';
}

const isByte = (t: CType): boolean => t.kind === 'void' || (t.kind === 'int' && t.size === 1);
