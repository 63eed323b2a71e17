// The interactive report: one HTML file with findings, sources, traces and drawn heaps.
// From a concluded report to text; the code that runs in the browser is src/page/report.ts.

import type { Report } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import { writeDocument } from './document.js';
import { makePayload } from './payload.js';

export function formatHtml(report: Report, sources: SourceFiles): string {
  const data = makePayload(report, sources);
  return writeDocument({ title: `caulk: ${data.summary}`, page: 'report', data }).html;
}
