// Requests to a store: with a token, within limits of time and size, to no other place than the one that was named.
// Below http-store.ts; nothing here throws: trouble is a kind of answer.

export interface HttpAccess {
  /** Where `ac` and `cas` are. */
  readonly url: string;
  /** Sent with every request; never shown. */
  readonly token?: string;
  readonly timeout: number;
}

/** `wrong`: more bytes than allowed. `failed`: no answer, or one that says that the server is in trouble. */
export type Answer =
  | { readonly kind: 'found'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export async function fetchBytes(access: HttpAccess, path: string, most: number): Promise<Answer> {
  return attempt(access, path, {}, async (response) => {
    const bytes = await readWithin(response, most);
    return bytes ? { kind: 'found', bytes } : { kind: 'wrong' };
  });
}

/** Answers `found` if the server has it now. */
export async function sendBytes(access: HttpAccess, path: string, bytes: Uint8Array): Promise<Answer> {
  const headers = { 'content-type': 'application/octet-stream' };
  return attempt(access, path, { method: 'PUT', body: new Uint8Array(bytes), headers }, async (response) => {
    await response.body?.cancel();
    return { kind: 'found', bytes: NOTHING };
  });
}

const NOTHING = new Uint8Array();

async function attempt(
  { url, token, timeout }: HttpAccess,
  path: string,
  request: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const headers = { ...request.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const patience = new Patience(timeout);
  try {
    // a redirection would carry the token elsewhere
    const bounds = { headers, redirect: 'error', signal: patience.signal } as const;
    const response = await fetch(`${url}/${path}`, { ...request, ...bounds });
    if (response.ok) return await read(response);
    await response.body?.cancel();
    if (response.status === 404) return { kind: 'missing' };
    const reason = `status ${response.status}`;
    return response.status < 500 ? { kind: 'refused', reason } : { kind: 'failed', reason };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  } finally {
    patience.end();
  }
}

/** Of a request, in small steps: while this thread computes, which may be longer, no step passes and no answer can be read. */
class Patience {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private left = STEPS;

  constructor(milliseconds: number) {
    this.timer = setInterval(() => {
      if (--this.left === 0) this.controller.abort(new DOMException('', 'TimeoutError'));
    }, milliseconds / STEPS);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearInterval(this.timer);
  }
}

const STEPS = 20;

/** null: there is more. */
async function readWithin(response: Response, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** What the system says, without addresses of requests. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'no answer in time';
  return cause?.code ?? cause?.message ?? message;
}
