// Where #include looks: the directories of a set of flags, in gcc's order, and what has been found there.
// Shared by the units of a run that have the same flags; asked by include.ts.

import { resolve } from 'node:path';
import type { CommandFlags } from './command-flags.js';
import type { SystemDirectory } from './compiler-facts.js';
import { type FileTable, shorterPath } from './file-table.js';
import { Origin } from './spellings.js';

interface Directory {
  /** As the flags name it. */
  readonly name: string;
  readonly origin: Origin;
}

/** Where a file was found: its directory, and where in the search path `#include_next` goes on. */
export interface Where {
  readonly directory: string;
  readonly next: number;
  readonly origin: Origin;
  /** The directory whose file it is to gcc, which does not know a file again that it finds from another. */
  readonly from: string;
}

export interface Found {
  /** As it is named in the text, and absolute. */
  readonly name: string;
  readonly path: string;
  readonly where: Where;
  /** The paths that were looked at before. */
  readonly missed: readonly string[];
}

/** Nothing found. */
export type Missing = Pick<Found, 'missed'>;

/** In front of the search path. */
export const besides = (directory: string, origin: Origin, from = directory): Where => ({
  directory,
  next: 0,
  origin,
  from: `"${from}`,
});

export class SearchPath {
  /** First those for `#include "…"` alone. */
  private readonly directories: readonly Directory[];
  private readonly bracket: number;
  private readonly found = new Map<string, Found | Missing>();

  constructor(
    flags: CommandFlags,
    standard: readonly SystemDirectory[],
    private readonly files: FileTable,
    private readonly base: string,
    /** Of the set of flags in this run. */
    readonly number: number,
  ) {
    const own = (names: readonly string[]): Directory[] => names.map((name) => ({ name, origin: Origin.Own }));
    const system = (names: readonly string[]): Directory[] => names.map((name) => ({ name, origin: Origin.SystemInC }));
    const after = [
      ...[...system(flags.system), ...system(listed('C_INCLUDE_PATH')), ...standard],
      ...system(flags.after),
    ];
    const systems = this.distinct(after, []);
    const users = this.distinct(own([...flags.user, ...listed('CPATH')]), systems);
    const quotes = this.distinct(own(flags.quote), []);
    this.directories = [...quotes, ...users, ...systems];
    this.bracket = quotes.length;
  }

  /** The first file of that name: beside the file that includes it for `"…"`, then in the directories. */
  find(name: string, form: 'quoted' | 'angled', from: Where): Found | Missing {
    if (name.startsWith('/')) return this.absolute(name);
    if (form === 'angled') return this.search(name, this.bracket);
    const beside = this.beside(name, from);
    if ('path' in beside) return beside;
    const found = this.search(name, 0);
    return { ...found, missed: [...beside.missed, ...found.missed] };
  }

  /** As `#include_next` does: behind the directory where the file with the directive was found. */
  findNext(name: string, from: Where): Found | Missing {
    return name.startsWith('/') ? this.absolute(name) : this.search(name, from.next);
  }

  private absolute(name: string): Found | Missing {
    const where = { ...besides(directoryOf(name), Origin.Own), next: this.bracket };
    return this.files.isFile(name) ? { name, path: name, where, missed: [] } : { missed: [name] };
  }

  private beside(name: string, { directory, origin }: Where): Found | Missing {
    const full = join(directory, name);
    const path = resolve(this.base, full);
    if (!this.files.isFile(path)) return { missed: [path] };
    const shown = origin === Origin.Own ? full : shorterPath(full);
    return { name: shown, path, where: besides(directoryOf(shown), origin, directory), missed: [] };
  }

  private search(name: string, start: number): Found | Missing {
    const key = `${start} ${name}`;
    let found = this.found.get(key);
    if (!found) {
      found = this.searchAnew(name, start);
      this.found.set(key, found);
    }
    return found;
  }

  private searchAnew(name: string, start: number): Found | Missing {
    const missed: string[] = [];
    for (let i = start; i < this.directories.length; i++) {
      const { name: directory, origin } = this.directories[i]!;
      const full = join(directory, name);
      const path = resolve(this.base, full);
      if (!this.files.isFile(path)) {
        missed.push(path);
        continue;
      }
      const shown = origin === Origin.Own ? full : shorterPath(full);
      const where = { directory: directoryOf(shown), next: i + 1, origin, from: `${i + 1}` };
      return { name: shown, path, where, missed };
    }
    return { missed };
  }

  /** Without those that are not there, or that are in the list or in `others` before. */
  private distinct(directories: readonly Directory[], others: readonly Directory[]): Directory[] {
    const identityOf = ({ name }: Directory): string | null => {
      const look = this.files.look(resolve(this.base, name));
      return look?.kind === 'directory' ? look.identity : null;
    };
    const seen = new Set<string | null>([null, ...others.map(identityOf)]);
    return directories.filter((directory) => {
      const identity = identityOf(directory);
      const isNew = !seen.has(identity);
      seen.add(identity);
      return isNew;
    });
  }
}

/** The directories in a variable of the environment, which compilers look at as well. */
function listed(variable: string): string[] {
  const value = process.env[variable];
  return value ? value.split(':').map((name) => name || '.') : [];
}

const join = (directory: string, name: string): string =>
  directory === '' || directory.endsWith('/') ? directory + name : `${directory}/${name}`;

/** Up to the last slash, without it; empty if there is none. */
export function directoryOf(name: string): string {
  const slash = name.lastIndexOf('/');
  return slash === 0 ? '/' : name.slice(0, Math.max(slash, 0));
}
