// Keeps the program of the local page: across reloads in the browser, and in links, compressed, behind the `#`.
// Between the workbench and the browser; nothing is sent to anybody.

const KEPT = 'caulk.program';
const LINK = '#code=';

export function keep(text: string): void {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // The browser keeps nothing, or there is no room: the page works without.
  }
}

/** The program of the link, else that of the last visit; null if there is neither. */
export async function recall(): Promise<string | null> {
  const linked = location.hash.startsWith(LINK) ? await textIn(location.hash.slice(LINK.length)) : null;
  try {
    return linked ?? localStorage.getItem(KEPT);
  } catch {
    return linked;
  }
}

export async function linkTo(text: string): Promise<string> {
  const packed = new Uint8Array(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')));
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return LINK + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Null if the link is damaged. */
async function textIn(code: string): Promise<string | null> {
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const text = await through(packed, new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<ArrayBuffer> => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
