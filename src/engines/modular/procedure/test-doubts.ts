// What speaks against a null that a test finds, by the form of the test alone.
// Asked by procedure.ts at branches.

import type { Terminator } from '../../../ir/instr.js';
import { isShownInstead } from '../beliefs/shown-instead.js';
import { isByMacro } from '../beliefs/tested-by-macro.js';
import { type Doubts, doubtedBy, NO_DOUBTS } from '../domain/doubts.js';
import type { Here } from '../exec/report.js';

export function doubtsOfTest({ believes, body }: Here, t: Terminator): Doubts {
  if (t.kind !== 'branch') return NO_DOUBTS;
  if (believes('tested-by-macro') && isByMacro(body.source, t.condition)) return OF_MACRO;
  return believes('shown-instead') && isShownInstead(t) ? SHOWN : NO_DOUBTS;
}

const OF_MACRO = doubtedBy('tested-by-macro');
const SHOWN = doubtedBy('shown-instead');
