// Message framing in a byte stream: the lengths of a head (JSON) and of a body (bytes), then both.
// The protocol between launcher.ts and its process.

const LENGTHS = 8;

export function frameOf(head: object, body: Uint8Array = new Uint8Array()): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(body.length, 4);
  return Buffer.concat([lengths, text, body]);
}

/** Delivers each message once it is complete, however the stream is chunked. */
export class Frames<T> {
  private chunks: Buffer[] = [];
  private size = 0;
  /** The number of bytes needed for the next step. */
  private wanted = LENGTHS;

  constructor(private readonly receive: (head: T, body: Uint8Array) => void) {}

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size >= this.wanted) {
      const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.size);
      const rest = this.take(all);
      this.chunks = [rest];
      this.size = rest.length;
    }
  }

  /** Takes one message, if it is complete; returns the rest. */
  private take(all: Buffer): Buffer {
    const [head, body] = [all.readUInt32LE(0), all.readUInt32LE(4)];
    const end = LENGTHS + head + body;
    if (all.length < end) {
      this.wanted = end;
      return all;
    }
    this.wanted = LENGTHS;
    const text = all.toString('utf8', LENGTHS, LENGTHS + head);
    this.receive(JSON.parse(text) as T, all.subarray(LENGTHS + head, end));
    return all.subarray(end);
  }
}
