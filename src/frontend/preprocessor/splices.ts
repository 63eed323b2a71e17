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

/** Nearly all files have nothing to do here: these are not copied. */
export function splice(bytes: Uint8Array, trigraphs: 'replaced' | 'kept'): Spliced {
  const from = firstOfInterest(bytes, trigraphs === 'replaced');
  if (from === bytes.length) return { bytes, breaks: [] };
  const out = new Uint8Array(bytes.length);
  out.set(bytes.subarray(0, from));
  const breaks: number[] = [];
  let end = from;
  for (let i = from; i < bytes.length; ) {
    let c = bytes[i]!;
    let width = 1;
    if (c === QUESTION && trigraphs === 'replaced' && bytes[i + 1] === QUESTION) {
      const meant = TRIGRAPHS.get(bytes[i + 2]!);
      if (meant !== undefined) {
        c = meant;
        width = 3;
      }
    }
    const continued = c === BACKSLASH ? endOfLine(bytes, i + width) : -1;
    if (continued >= 0) {
      breaks.push(end);
      i = continued;
    } else {
      out[end++] = c;
      i += width;
    }
  }
  return { bytes: out.subarray(0, end), breaks };
}

/** Where the next line starts if only blanks are left of this one; -1 if there is more. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && isBlank(bytes[i]!)) i++;
  return bytes[i] === NEWLINE ? i + 1 : -1;
}

const isBlank = (c: number): boolean => c === 32 || c === 9 || c === 13 || c === 11 || c === 12;

function firstOfInterest(bytes: Uint8Array, trigraphs: boolean): number {
  let first = bytes.length;
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
    if (endOfLine(bytes, at + 1) < 0) continue;
    first = at;
    break;
  }
  if (!trigraphs) return first;
  const question = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('??');
  return question >= 0 ? Math.min(first, question) : first;
}
