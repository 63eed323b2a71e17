// Translation phases 1 and 2: trigraphs are replaced, a backslash at the end of a line joins it with the next.
// From the bytes of a file to the bytes that tokenize.ts reads.

const NEWLINE = 10;
const BACKSLASH = 92;
const QUESTION = 63;

export interface Spliced {
  readonly bytes: Uint8Array;
  /** Offsets in `bytes` where a line of the file ends that another one continues; several may be equal. */
  readonly breaks: readonly number[];
}

const TRIGRAPHS = new Map([..."=/'()!<>-"].map((c, i) => [c.charCodeAt(0), '#\\^[]|{}~'.charCodeAt(i)]));

/** Hot: nearly all files have nothing to do here and are not copied; others are copied line by line. */
export function splice(given: Uint8Array, trigraphs: 'replaced' | 'kept'): Spliced {
  const bytes = trigraphs === 'replaced' ? replaceTrigraphs(given) : given;
  const breaks: number[] = [];
  let out: Uint8Array | null = null;
  let end = 0;
  let copied = 0;
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
    const next = endOfLine(bytes, at + 1);
    if (next < 0) continue;
    out ??= new Uint8Array(bytes.length);
    out.set(bytes.subarray(copied, at), end);
    end += at - copied;
    copied = next;
    breaks.push(end);
  }
  if (!out) return { bytes, breaks };
  out.set(bytes.subarray(copied), end);
  return { bytes: out.subarray(0, end + bytes.length - copied), breaks };
}

function replaceTrigraphs(bytes: Uint8Array): Uint8Array {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('??')) return bytes;
  const out = new Uint8Array(bytes.length);
  let end = 0;
  for (let i = 0; i < bytes.length; i++) {
    const meant = bytes[i] === QUESTION && bytes[i + 1] === QUESTION ? TRIGRAPHS.get(bytes[i + 2]!) : undefined;
    out[end++] = meant ?? bytes[i]!;
    if (meant !== undefined) i += 2;
  }
  return out.subarray(0, end);
}

/** Where the next line starts if only blanks are left of this one; -1 if there is more. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && isBlank(bytes[i]!)) i++;
  return bytes[i] === NEWLINE ? i + 1 : -1;
}

const isBlank = (c: number): boolean => c === 32 || c === 9 || c === 13 || c === 11 || c === 12;
