// Reads and validates the body of a request, up to a size limit.
// Between the gate and the analysts.

import type { IncomingMessage } from 'node:http';
import { engineNames } from '../engines/registry.js';
import type { Question } from './protocol.js';

/** The largest body that is read, in bytes. */
export const LARGEST = 1 << 20;

/** The question, or the HTTP status of the refusal. */
export async function readQuestion(request: IncomingMessage): Promise<Question | 400 | 413> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) return 413;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST) return 413;
    parts.push(part);
  }
  return parseQuestion(Buffer.concat(parts).toString('utf8')) ?? 400;
}

function parseQuestion(text: string): Question | null {
  try {
    const { engine, effort, text: program } = JSON.parse(text) as Partial<Question>;
    const known = (['auto', ...engineNames] as const).find((name) => name === engine);
    if (!known || typeof program !== 'string' || (effort !== 'quick' && effort !== 'thorough')) return null;
    return { engine: known, effort, text: program };
  } catch {
    return null;
  }
}
