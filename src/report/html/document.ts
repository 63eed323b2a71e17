// A page as one file: style, script and data inline, nothing fetched, no script but its own.
// Used by the HTML report and by the local page; the parts are built by scripts/build-pages.mjs.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.js';
import { drawingStyle } from '../draw/style.js';

export interface PageParts {
  readonly title: string;
  /** A page of dist/page. */
  readonly page: keyof typeof EXTRA;
  /** The content of `#data`. */
  readonly data: unknown;
}

/** Additional permissions of each page. An editor sets styles on elements. */
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

/** Escapes everything that could end the enclosing element. */
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
