// From preprocessed text to IR: lexing, parsing, typing and lowering of one translation unit.
// The one entry point of the front end; pure: the same bytes give the same unit.

import type { Diagnostic } from '../base/diagnostics.js';
import { SourceText } from '../base/source.js';
import type { FunctionDefinition, ObjectDefinition } from '../frontend/ast.js';
import { parseUnit, type UnitSink } from '../frontend/parser/unit.js';
import type { PreprocessedText } from '../frontend/preprocess.js';
import { Types } from '../types/basic-types.js';
import type { Target } from '../types/types.js';
import { UnitLowering } from './lower/unit.js';
import type { Unit } from './program.js';

/** Text, with its tokens if they are known. */
export type Text = Uint8Array | Pick<PreprocessedText, 'bytes' | 'spelled'>;

const open = (text: Text): Pick<PreprocessedText, 'bytes' | 'spelled'> =>
  text instanceof Uint8Array ? { bytes: text } : text;

/** `name` is the file name until a line marker changes it. */
export function readUnit(name: string, text: Text, target: Target): Unit {
  const { bytes, spelled } = open(text);
  const source = new SourceText(name, bytes);
  const types = new Types(target);
  const lowering = new UnitLowering(source, types);
  const { linked } = parseUnit(source, types, lowering, spelled);
  lowering.finish(linked.values());
  const { functions, globals, lost, diagnostics } = lowering;
  return { source, types, functions, globals, lost, diagnostics };
}

/** The definitions of the unit as typed ASTs, in order, for `caulk ir --stage ast`. */
export function readAst(
  name: string,
  text: Text,
  target: Target,
): { definitions: (FunctionDefinition | ObjectDefinition)[]; diagnostics: Diagnostic[] } {
  const definitions: (FunctionDefinition | ObjectDefinition)[] = [];
  const diagnostics: Diagnostic[] = [];
  const { bytes, spelled } = open(text);
  const sink: UnitSink = {
    defineFunction: (d) => definitions.push(d),
    defineObject: (d) => definitions.push(d),
    loseFunction: (_name, _symbol, reason) => diagnostics.push(reason),
    complain: (d) => diagnostics.push(d),
  };
  parseUnit(new SourceText(name, bytes), new Types(target), sink, spelled);
  return { definitions, diagnostics };
}
