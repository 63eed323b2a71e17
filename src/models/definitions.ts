// Splits model files into definitions: functions, prototypes, types and variables, each a piece of text with a name.
// Between the files beside this one and load.ts, which assembles the few that a program needs.

import { plainModel } from './plain.js';

export interface Definition {
  readonly name: string;
  readonly file: string;
  /** 1-based line in the file. */
  readonly line: number;
  /** As in the file: a prototype is not yet expanded to its body. */
  readonly text: string;
  readonly isFunction: boolean;
}

/** A type and a function may have the same name. */
export type Library = ReadonlyMap<string, readonly Definition[]>;

/** Hot: every run splits all models, and uses few. One pass over the lines, no copies of the text. */
export function cutLibrary(files: readonly { readonly name: string; readonly text: string }[]): Library {
  const library = new Map<string, Definition[]>();
  for (const { name: file, text } of files) {
    for (const definition of definitionsIn(file, text)) {
      const known = library.get(definition.name);
      if (known) known.push(definition);
      else library.set(definition.name, [definition]);
    }
  }
  return library;
}

/**
 * A piece starts with a letter at the left margin. It ends with its line, unless that ends in an open brace: then with
 * the next brace at the margin. Several prototypes may share a line.
 */
function definitionsIn(file: string, text: string): Definition[] {
  const definitions: Definition[] = [];
  let line = 0;
  for (let at = 0; at < text.length; ) {
    line++;
    const newline = text.indexOf('\n', at);
    let end = newline < 0 ? text.length : newline;
    if (isLetter(text.charCodeAt(at))) {
      const first = line;
      if (text[end - 1] === '{') {
        const close = text.indexOf('\n}', end);
        const stop = text.indexOf('\n', close + 1);
        for (let i = text.indexOf('\n', at); i >= 0 && i < stop; i = text.indexOf('\n', i + 1)) line++;
        end = stop;
      }
      addPieces(definitions, file, first, text.slice(at, end));
    }
    at = end + 1;
  }
  return definitions;
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || code === 95 || (code >= 65 && code <= 90);

function addPieces(definitions: Definition[], file: string, line: number, text: string): void {
  const single = text.endsWith('}') || text.indexOf(';') === text.length - 1;
  for (const piece of single ? [text] : text.split(/(?<=;) /)) {
    const { name, isFunction } = headOf(piece);
    definitions.push({ name, file, line, text: piece, isFunction });
  }
}

/**
 * The name that a piece defines: the function before its parameters, the tag of a type, the last name of anything else.
 */
function headOf(piece: string): { name: string; isFunction: boolean } {
  const start = piece.startsWith('__attribute__') ? piece.indexOf(')) ') + 3 : 0;
  const typedef = piece.startsWith('typedef');
  const called = typedef ? null : /^[\w *]*?(\w+)\(/.exec(start > 0 ? piece.slice(start, start + 80) : piece);
  const tag = called ? null : /^(?:struct|union|enum) (\w+) \{/.exec(piece);
  const last = typedef ? /(\w+);$/ : /(\w+)(?:\[\w*\])?\s*[=;]/;
  return { name: (called ?? tag ?? last.exec(piece))![1]!, isFunction: called !== null };
}

/** The definitions of the names and all that they depend on, in dependency order. Unknown names are ignored. */
export function neededDefinitions(library: Library, wanted: Iterable<string>): Definition[] {
  const names = [...wanted];
  if (!names.includes(ERRNO)) return inOrder(library, names);
  return inOrder(library, [CHANGES_ERRNO, ...names]).map(changingErrno);
}

/** The function behind `errno`, and the one that changes it. */
const ERRNO = '__errno_location';
const CHANGES_ERRNO = '__caulk_changes_errno';

/** Any call of the library may change errno, also behind a pointer to it that the program keeps. */
function changingErrno(definition: Definition): Definition {
  const { name, text, isFunction } = definition;
  if (!isFunction || text.startsWith('static') || /^__(?:builtin|caulk|errno|ctype)_/.test(name)) return definition;
  return { ...definition, text: text.replace('{', `{ ${CHANGES_ERRNO}();`) };
}

function inOrder(library: Library, names: readonly string[]): Definition[] {
  const needed = new Set<Definition>();
  const begun = new Set<Definition>();
  const need = (definition: Definition): void => {
    if (begun.has(definition)) return;
    begun.add(definition);
    const complete = { ...definition, text: plainModel(definition.text) };
    for (const used of usedBy(library, complete)) need(used);
    needed.add(complete);
  };
  for (const name of names) for (const definition of library.get(name) ?? []) need(definition);
  return [...needed];
}

/** A call uses a function; a mention uses a type or a variable. */
function usedBy(library: Library, { text }: Definition): Definition[] {
  return [...text.matchAll(/\b([A-Za-z_]\w*)\b(\s*\()?/g)].flatMap(([, name, call]) =>
    (library.get(name!) ?? []).filter((d) => d.isFunction === (call !== undefined)),
  );
}
