// Loads models: C files that describe the effects of functions without a body, read like any other unit. Linked with a
// program's own units before an engine runs; a program's own definition of a function overrides the model.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../base/package-root.js';
import { plainSymbol } from '../ir/formats.js';
import { hasBody, Program, variablesIn } from '../ir/link.js';
import { type FunctionSymbol, symbolOf, type Unit } from '../ir/program.js';
import { readUnit } from '../ir/unit.js';
import type { Target } from '../types/types.js';
import { cutLibrary, type Definition, type Library, neededDefinitions } from './definitions.js';
import { formatModel } from './formats.js';
import { plainName } from './names.js';

/** The file name of models in locations. */
export const MODELS = '<models>';

/** Declares the intrinsics: read before the other models, and before a user's own. */
const VOCABULARY = 'caulk.c';

/** The sources of the models are shipped with a build. */
const FOLDER = 'src/models/libc';

/** The shipped models, split once: their files do not change while the program runs. */
let shipped: Library | null = null;

export function readLibrary(): Library {
  shipped ??= cutFolder(fileURLToPath(packageFile(FOLDER)));
  return shipped;
}

function cutFolder(folder: string): Library {
  const others = readdirSync(folder).filter((name) => name.endsWith('.c') && name !== VOCABULARY);
  return cutLibrary(
    [VOCABULARY, ...others.sort()].map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
  );
}

/** The program with the models of the library and of the user, which take precedence. */
export function linkWithModels(units: readonly Unit[], target: Target, own: readonly string[] = []): Program {
  return new Program([...units, ...modelsFor(units, target, own)]);
}

/** The user's models, and those of the library that are still needed. */
export function modelsFor(units: readonly Unit[], target: Target, own: readonly string[]): Unit[] {
  const library = readLibrary();
  const models = own.map((path) => readModel(library, path, target));
  return [...models, readNeeded(library, undefinedNames([...units, ...models]), target)];
}

/** A model file of the user, with the intrinsics in front. */
function readModel(library: Library, path: string, target: Target): Unit {
  const vocabulary = [...library.values()].flat().filter((d) => d.file === VOCABULARY);
  const text = `${assemble(vocabulary)}\n# 1 "${MODELS}/${basename(path)}"\n${readFileSync(path, 'utf8')}`;
  return readUnit(`${MODELS}/${basename(path)}`, Buffer.from(text), target);
}

/** Symbols with external linkage that the units use and do not define: even a weak definition wins over the library. */
function undefinedNames(units: readonly Unit[]): Set<string> {
  const names = new Set<string>();
  const defined = new Set<string>();
  for (const unit of units) {
    for (const f of unit.functions) if (isDefinition(f)) defined.add(symbolOf(f));
    for (const f of unit.functions) if (isWanted(f)) names.add(symbolOf(f));
    for (const g of variablesIn(unit)) if (!g.defined && g.linkage === 'external') names.add(g.name);
  }
  return new Set([...names].filter((name) => !defined.has(plainSymbol(name))));
}

const isDefinition = (f: FunctionSymbol): boolean =>
  f.linkage === 'external' && !f.attributes.standIn && (hasBody(f) || f.attributes.alias !== null);

/** A body that a header provides for inlining says less than the model of the function. */
const isWanted = (f: FunctionSymbol): boolean =>
  f.linkage === 'external' && !f.attributes.alias && (!hasBody(f) || f.attributes.standIn);

/** One unit of the definitions that the names need. */
function readNeeded(library: Library, names: ReadonlySet<string>, target: Target): Unit {
  const sorted = [...names].sort().filter((name) => fits(library, name, target));
  const special = sorted.flatMap((name, i) => formatModel(library, name, i) ?? []);
  const aliases = sorted.flatMap((name) => {
    const plain = plainName(name, (n) => library.has(n));
    const isFunction = plain !== null && library.get(plain)!.some((d) => d.isFunction);
    return !isFunction || library.has(name) ? [] : [{ name, plain }];
  });
  const all: Library = new Map([...library, ...special.map((d) => [d.name, [d]] as const)]);
  const needed = neededDefinitions(all, [...sorted, ...aliases.map((a) => a.plain)]);
  const text = aliases.map(({ name, plain }) => `__typeof__(${plain}) ${name} __attribute__((alias("${plain}")));\n`);
  return readUnit(MODELS, Buffer.from(`${assemble(needed)}\n${text.join('')}`), target);
}

/** Records of the library that programs never look into. */
const OPAQUE = new Set(['_IO_FILE', 'directory']);

/** Do the records and wide characters that a model speaks of look like this on the target? Else the function is unknown. */
function fits(library: Library, name: string, target: Target): boolean {
  if (target.libraryRecords === 'glibc') return true;
  const plain = plainName(name, (n) => library.has(n)) ?? name;
  return neededDefinitions(library, [plain]).every(({ name: needed, text, file }) => {
    if (file === 'wide.c') return target.wchar !== 'unsigned short';
    return OPAQUE.has(needed) || !/^(?:struct|union) \w+ \{/.test(text);
  });
}

/** The definitions as one text, each with a line marker to its file. */
function assemble(definitions: readonly Definition[]): string {
  return definitions.map((d) => `# ${d.line} "${MODELS}/${d.file}"\n${d.text}\n`).join('');
}
