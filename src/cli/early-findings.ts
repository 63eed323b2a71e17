// Findings in one line each as soon as the second stage is done with them; the report follows when all are known.
// Only for people in front of a terminal: what goes elsewhere is the report and nothing else.

import type { Settings } from '../driver/check/settings.js';
import { assembleFindings, newFindings } from '../findings/assemble.js';
import type { LocatedFinding } from '../findings/report.js';
import type { SourceFiles } from '../findings/source-files.js';
import { choosePalette } from '../report/colour.js';
import { warningLine } from '../report/gcc.js';
import type { Console } from './console.js';
import type { DeliveryRequest } from './deliver.js';
import type { Progress } from './progress.js';

/** Those that the report will have, each once; null if nobody reads along. */
export function tellEarly(
  progress: Pick<Progress, 'note'>,
  { settings, sources }: { readonly settings: Settings; readonly sources: SourceFiles },
  { format, output, quiet }: DeliveryRequest,
  console: Console,
): ((found: readonly LocatedFinding[]) => void) | null {
  const { stream, environment = {} } = console;
  if (format !== 'text' || output !== undefined || quiet || !stream?.isTTY) return null;
  const palette = choosePalette(environment, stream);
  const told = new Set<string>();
  return (found) => {
    const scope = { ...settings, files: [...new Set(found.map(({ file }) => file))], functions: [], sources };
    for (const finding of newFindings(assembleFindings(found, scope).findings)) {
      if (told.has(finding.fingerprint)) continue;
      told.add(finding.fingerprint);
      progress.note(warningLine(finding, palette));
    }
  };
}
