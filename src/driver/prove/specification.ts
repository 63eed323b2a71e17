// Specifications as verification competitions write them: files with a line `CHECK( init(main()), LTL(G valid-free) )` per property.
// Read by `prove`, which then answers about all properties of a file together.

import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { Property } from '../../engines/engine.js';
import { PROPERTIES } from '../../engines/shared/ledger.js';

/** It holds if all its properties hold. */
export interface Specification {
  readonly properties: readonly Property[];
  /** As it stands in the file: witnesses quote it. */
  readonly text: string;
}

/** What the user wants to know: properties, each by itself, or a specification. */
export type Goal =
  | { readonly kind: 'each'; readonly properties: readonly Property[] }
  | ({ readonly kind: 'whole' } & Specification);

const LINE = /^CHECK\(\s*init\(\s*(\w+)\(\)\s*\)\s*,\s*LTL\(\s*(.*?)\s*\)\s*\)$/;

/** The words of `--property`: names of properties, or files. */
export function readGoal(words: readonly string[], entry: string): Goal | Diagnostic {
  const files = words.filter((word) => !isProperty(word));
  if (files.length === 0) return { kind: 'each', properties: words.filter(isProperty) };
  if (files.length < words.length) {
    return diagnostic('bad-usage', `name either properties or files of properties, not both: ${words.join(', ')}`);
  }
  const parts: Specification[] = [];
  for (const file of files) {
    const text = readText(file);
    const part = text === null ? unreadable(file) : parseSpecification(text, file, entry);
    if ('severity' in part) return part;
    parts.push(part);
  }
  return {
    kind: 'whole',
    properties: PROPERTIES.filter((p) => parts.some((part) => part.properties.includes(p))),
    text: parts.map((part) => part.text).join('\n'),
  };
}

/** The specification in a text of this name, for executions from this entry. */
export function parseSpecification(text: string, file: string, entry: string): Specification | Diagnostic {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const properties = new Set<Property>();
  const stated: string[] = [];
  for (const line of lines.filter((l) => l !== '' && !l.startsWith('#'))) {
    const [, start, formula] = LINE.exec(line) ?? [];
    if (start === undefined || formula === undefined) return complain(file, `cannot read \`${line}\``);
    if (start !== entry) return complain(file, `it is about executions from \`${start}\`, not from \`${entry}\``);
    const property = formula.replace(/^G\s*/, '');
    if (!formula.startsWith('G') || !isProperty(property)) {
      return complain(file, `caulk decides ${PROPERTIES.join(', ')}; not \`${formula}\``);
    }
    properties.add(property);
    stated.push(line);
  }
  if (properties.size === 0) return complain(file, 'it has no property');
  return { properties: [...properties], text: stated.join('\n') };
}

const isProperty = (word: string): word is Property => (PROPERTIES as readonly string[]).includes(word);

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const unreadable = (file: string): Diagnostic => diagnostic('unreadable-file', `cannot read the properties ${file}`);

const complain = (file: string, why: string): Diagnostic => diagnostic('bad-usage', `${file}: ${why}`);
