// A page as one file: style, script and data inside, nothing fetched, nothing run but its own script.
// Used by the HTML report and by the local page; the parts are built by scripts/build-pages.mjs.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.js';
import { drawingStyle } from '../draw/style.js';

export interface PageParts {
  readonly title: string;
  /** Of dist/page. */
  readonly page: keyof typeof EXTRA;
  /** What the script finds in `#data`. */
  readonly data: unknown;
}

/** What one page may do beyond the other. Where one can type, the browser itself puts styles on elements. */
const EXTRA = {
  report: ["connect-src 'none'"],
  workbench: ["connect-src 'self'", "style-src-attr 'unsafe-inline'"],
} as const;

export interface PageDocument {
  readonly html: string;
  /** The content security policy, which the document also carries. */
  readonly policy: string;
}

export function writeDocument({ title, page, data }: PageParts): PageDocument {
  const script = readPart(`${page}.js`);
  const style = `${drawingStyle}\n${readPart(`${page}.css`)}`;
  const nonce = createHash('sha256').update(script).update(style).digest('base64url'); // the editor adds style sheets
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    ...EXTRA[page],
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body data-nonce="${nonce}">
<noscript>This page needs JavaScript, its own only. <code>caulk check --format text</code> needs none.</noscript>
<script type="application/json" id="data">${embedJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

/** Nothing in it can end the element that it stands in. */
function embedJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

function readPart(name: string): string {
  return readFileSync(packageFile(`dist/page/${name}`), 'utf8');
}
