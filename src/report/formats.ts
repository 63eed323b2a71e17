// The formats of reports by name, each with what writes it.
// Between the command line, which lets the user choose, and one file for each format.

import type { Report } from '../findings/report.js';
import type { SourceFiles } from '../findings/source-files.js';
import { formatGcc } from './gcc.js';
import { formatGithub } from './github.js';
import { formatGitlab } from './gitlab.js';
import { formatHtml } from './html/html.js';
import { formatJson } from './json.js';
import { formatJunit } from './junit.js';
import { formatRdjson } from './rdjson.js';
import { formatSarif } from './sarif.js';
import { formatText, type TextOptions } from './text.js';

export type FormatName = 'text' | 'gcc' | 'json' | 'sarif' | 'html' | 'junit' | 'gitlab' | 'rdjson' | 'github';

type Write = (report: Report, sources: SourceFiles, options: TextOptions) => string;

export const formats: Readonly<Record<FormatName, Write>> = {
  text: formatText,
  gcc: formatGcc,
  json: formatJson,
  sarif: formatSarif,
  html: formatHtml,
  junit: formatJunit,
  gitlab: formatGitlab,
  rdjson: formatRdjson,
  github: formatGithub,
};
