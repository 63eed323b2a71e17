// Bytes that threads can share without copying them.
// Between executor.ts, whose results they are, and whoever needs them next.

export interface Shelf {
  readonly pieces: readonly Uint8Array[];
}

/** The pieces one behind the other in one block of shared memory. */
export function gather(pieces: readonly Uint8Array[]): Shelf {
  const block = sharedBytes(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  const placed = pieces.map((piece) => {
    block.set(piece, at);
    at += piece.length;
    return block.subarray(at - piece.length, at);
  });
  return { pieces: placed };
}

export const sharedBytes = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));
