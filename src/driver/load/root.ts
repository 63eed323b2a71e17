// The root of a project: the folder that all names of files in reports are relative to, wherever caulk is started.
// Found before anything is read; the same for any command on the same project.

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CONFIG } from '../../findings/config.js';
import { isDirectory, upwards } from './compile-database.js';

/** What was named on the command line. */
export interface Inputs {
  readonly paths: readonly string[];
  readonly compileCommands?: string;
}

/** Folders of version control: what a service that shows reports takes for the root. */
const VERSIONED = ['.git', '.hg', '.svn'];

/** Of the version control around the inputs; else where the configuration is; else what the inputs have in common. */
export function findRoot(inputs: Inputs): string {
  const start = placeOf(inputs);
  const versioned = upwards(start, (folder) => VERSIONED.some((name) => existsSync(join(folder, name))));
  return versioned ?? upwards(start, (folder) => existsSync(join(folder, CONFIG))) ?? start;
}

/** The nearest caulk.config.json in the folder of the inputs or above. */
export function findConfigFile(inputs: Inputs): string | null {
  const folder = upwards(placeOf(inputs), (above) => existsSync(join(above, CONFIG)));
  return folder && join(folder, CONFIG);
}

/** The folder that all inputs lie in; a database in `build` stands for the folder around it. */
function placeOf({ paths, compileCommands }: Inputs): string {
  const named = paths.filter((path) => path !== '-').map((path) => folderOf(resolve(path)));
  if (named.length > 0) return named.reduce(commonFolder);
  if (compileCommands === undefined) return process.cwd();
  const folder = folderOf(resolve(compileCommands));
  return basename(folder) === 'build' ? dirname(folder) : folder;
}

const folderOf = (path: string): string => (isDirectory(path) ? path : dirname(path));

function commonFolder(one: string, other: string): string {
  const isInside = (folder: string) => `${other}/`.startsWith(folder === '/' ? folder : `${folder}/`);
  return upwards(one, isInside) ?? '/';
}
