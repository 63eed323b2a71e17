// The document of the panel: the heaps that the server has drawn, or a step of a trace with its message.
// From answers of the server to a webview; knows nothing of the editor, so that it can be tested in a browser.

/** What the panel shows: texts, and pictures that the server has drawn. */
export interface Shown {
  readonly title: string;
  readonly text: string;
  readonly svg?: string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** Runs no script; the picture is an image, so that nothing in it does either. */
export function panelDocument({ title, text, svg }: Shown): string {
  const picture = svg
    ? `<img alt="${escaped(title)}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`
    : `<pre>${escaped(text)}</pre>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
body { font: 13px sans-serif; padding: 8px; }
img { max-width: 100%; background: white; border-radius: 4px; }
pre { white-space: pre-wrap; }
</style>
</head>
<body>
<p>${escaped(title)}</p>
${picture}
</body>
</html>
`;
}

/** A place in a list of steps that goes no further than its ends. */
export const stepTo = (at: number, by: 1 | -1, count: number): number => Math.min(count - 1, Math.max(0, at + by));
