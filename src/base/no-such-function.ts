// The diagnostic about a function that the user names and the program does not have.
// Used by all commands that take names of functions.

import { closestName } from './closest-name.js';
import { type Diagnostic, diagnostic } from './diagnostics.js';

const MOST = 8;

export function noSuchFunction(name: string, known: readonly string[], where: string): Diagnostic {
  const meant = closestName(name, known);
  const some = known.slice(0, MOST).join(', ');
  const list = known.length > MOST ? `${some}, …` : some;
  const hint = meant ? `did you mean \`${meant}\`?` : known.length > 0 ? `it defines ${list}` : 'it defines none';
  return diagnostic('bad-usage', `there is no function \`${name}\` in ${where}; ${hint}`);
}
