// Draws Debian source packages at random, in C and unknown to us, and unpacks them for `caulk check`.
// First step of a measurement on code that caulk was not tuned to. Usage: draw-packages.mjs --seed N [--from K] [--count N]
//
// The population is the index of source packages of bookworm, main. Left out by the index alone: packages that build
// nothing but architecture-independent binaries, sections and build dependencies of other languages, kernels, firmware,
// compilers and C++ (see SECTIONS, NAMES, DEPENDENCIES), archives of more than 40 MB, and KNOWN: what caulk was measured
// on before. The rest is sorted by name and shuffled by a generator that the seed determines (Fisher-Yates, mulberry32).
// Then one package after another, from place K on, is fetched and its lines are counted. A package is taken if it has more than
// 5,000 lines of *.c and if *.c and *.h are the majority of all source lines. Sources go to ~/.cache/caulk/corpus/NAME/source,
// where `caulk bench corpus` expects them. Every package gets one line of output, also if it is not taken, with the reason.
// Building and capturing the compile commands is done by hand, because every package differs; a package that does not
// build, or not in five minutes, is skipped, and so are packages of less than 50,000 lines once seven of them are built.
// The same seed gives the same packages as long as the index is the same: it changes with point releases of bookworm.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, fetchSource, privateApt } from '../dist/bench/corpus-fetch.js';

const KNOWN =
  /^(gzip|tar|openssh|sqlite3|curl|redis|postgresql.*|python[\d.]*|apache2|tmux|screen|libxml2|nano|file|patch|wget|openssl|mosquitto|dnsmasq|unbound)$/;
const SECTIONS =
  /\b(kernel|haskell|rust|golang|ocaml|python|perl|ruby|java|javascript|php|lisp|gnu-r|fonts|doc|localization|metapackages|education|introspection)$/;
const NAMES =
  /^(linux|kfreebsd|gcc|llvm|clang|binutils|firmware|lib(.*)-perl$|r-(cran|bioc)-|golang-|rust-|haskell-|node-|ruby-|python-)|firmware|-dkms$|compiler/;
const DEPENDENCIES =
  /\b(dh-golang|golang-\w+|ghc|cargo|rustc|dh-ocaml|ocaml|default-jdk|fpc|gnat|gfortran|valac|mono-devel|r-base-dev|qtbase5-dev|qt6-base-dev|erlang-\w+|sbcl|gdc|ldc)\b/;
const LARGEST_ARCHIVE = 40e6;
const LEAST_LINES = 5000;

const C = new Set(['.c', '.h']);
const OTHER = new Set(
  '.cc .cpp .cxx .C .hh .hpp .hxx .m .mm .py .pl .pm .rb .java .js .ts .go .rs .hs .ml .f .f90 .for .F .vala .cs .tcl .lua .php .pas .adb .ads .el .lisp .scm .s .S .asm .swift .d .erl .R'.split(
    ' ',
  ),
);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '1' },
  },
});

const order = shuffle(candidates(), random(Number(values.seed)));
let taken = 0;
for (let place = Number(values.from); place < order.length && taken < Number(values.count); place++) {
  const reason = examine(order[place]);
  console.log(`${place} ${order[place]} ${reason.text}`);
  if (reason.taken) taken++;
}

/** Names of the packages of the index that may be C programs, sorted. */
function candidates() {
  privateApt();
  const lists = join(CACHE, 'apt', 'lists');
  const index = readdirSync(lists).find((name) => /_debian_dists_bookworm_main_source_Sources/.test(name));
  if (index === undefined) throw new Error(`there is no index of bookworm in ${lists}`);
  const read = spawnSync('/usr/lib/apt/apt-helper', ['cat-file', join(lists, index)], { maxBuffer: 2 ** 29 });
  return [...new Set(read.stdout.toString('utf8').split('\n\n').filter(mayBeC).map(nameOf))].sort();
}

function mayBeC(stanza) {
  const name = nameOf(stanza);
  if (name === '' || KNOWN.test(name) || NAMES.test(name)) return false;
  if (field(stanza, 'Architecture') === 'all' || SECTIONS.test(field(stanza, 'Section'))) return false;
  if (DEPENDENCIES.test(field(stanza, 'Build-Depends'))) return false;
  const sizes = [...stanza.matchAll(/^ [0-9a-f]{64} (\d+) \S*\.tar\.\w+$/gm)].map((match) => Number(match[1]));
  return sizes.reduce((sum, size) => sum + size, 0) <= LARGEST_ARCHIVE;
}

function nameOf(stanza) {
  return field(stanza, 'Package');
}

function field(stanza, name) {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(stanza)?.[1] ?? '';
}

/** Fetches a package, counts its lines, and removes it again if it is not written in C. */
function examine(name) {
  const folder = join(CACHE, name);
  try {
    if (!existsSync(join(folder, 'source'))) fetchSource(name, folder);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return { taken: false, text: 'skipped: the archive does not have its source' };
  }
  const lines = countLines(join(folder, 'source'));
  const text = `${lines.sources} lines of *.c, ${lines.c} with *.h, ${lines.other} of other languages`;
  const isC = lines.sources > LEAST_LINES && lines.c > lines.other;
  if (!isC) rmSync(folder, { recursive: true, force: true });
  return { taken: isC, text: `${isC ? 'taken' : 'skipped'}: ${text}` };
}

/** Lines of *.c, of *.c and *.h, and of other languages, without the old copies of patched files. No symbolic links are followed. */
function countLines(folder) {
  const lines = { sources: 0, c: 0, other: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name);
    if (!entry.isFile() || !(C.has(extension) || OTHER.has(extension))) continue;
    if (entry.path.split(sep).includes('.pc')) continue;
    const count = readFileSync(join(entry.path, entry.name)).filter((byte) => byte === 10).length;
    if (extension === '.c') lines.sources += count;
    lines[C.has(extension) ? 'c' : 'other'] += count;
  }
  return lines;
}

function shuffle(list, next) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/** mulberry32: numbers in [0, 1). */
function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
