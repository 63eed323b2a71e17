// Bytes that threads can share without copying them.
// Between executor.ts, whose results they are, and the threads that need them next.

/** The same bytes, one piece behind the other in one block of shared memory. */
export function shareBytes(pieces: readonly Uint8Array[]): Uint8Array[] {
  const block = sharedBytes(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  return pieces.map((piece) => {
    block.set(piece, at);
    at += piece.length;
    return block.subarray(at - piece.length, at);
  });
}

export const sharedBytes = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));
