// The open texts and the projects that they belong to: found by their compile databases as `check` finds them.
// Between the handlers of the server and the projects.

import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ErrorCodes, ResponseError, type TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { CompileDatabases, databaseAround } from '../driver/load/compile-database.js';
import { readSourceFile } from '../findings/source-files.js';
import type { UnsavedTexts } from '../frontend/compile-job.js';
import { Project, type Surroundings } from './project.js';
import type { ProjectKey } from './protocol.js';

/** What the user has set in the editor. */
export interface Preferences {
  readonly compileCommands?: string;
  readonly flags: readonly string[];
}

/** The files of a database, as long as it is the same on the disk. */
interface KnownDatabase {
  readonly time: number;
  readonly files: ReadonlySet<string>;
}

export class Workspace {
  private readonly projects = new Map<string, Project>();
  private readonly databases = new Map<string, KnownDatabase>();
  preferences: Preferences = { flags: [] };
  private isOver = false;

  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly around: Omit<Surroundings, 'unsaved'>,
  ) {}

  /** Null for what is not a C file on this machine, and for headers that no database is around. */
  projectOf(uri: string): Project | null {
    if (this.isOver) throw new ResponseError(ErrorCodes.InvalidRequest, 'the server has been shut down');
    const path = pathOf(uri);
    if (path === null || !['.c', '.h', '.i'].includes(extname(path))) return null;
    const key = this.keyOf(path);
    if (!key) return null;
    const name = JSON.stringify(key);
    const project = this.projects.get(name) ?? new Project(key, { ...this.around, unsaved: () => this.unsaved() });
    this.projects.set(name, project);
    return project;
  }

  all(): readonly Project[] {
    return [...this.projects.values()];
  }

  /** A file that is checked by itself, and closed, is no longer of interest. */
  async closed(uri: string): Promise<void> {
    const path = pathOf(uri);
    const alone = [...this.projects].find(([, { key }]) => key.paths.length === 1 && key.paths[0] === path);
    if (!alone) return this.all().forEach((project) => void project.renew());
    this.projects.delete(alone[0]);
    await alone[1].close();
  }

  /** The texts that differ from the disk. */
  unsaved(): UnsavedTexts {
    const texts = new Map<string, Uint8Array>();
    for (const document of this.documents.all()) {
      const path = pathOf(document.uri);
      if (path === null) continue;
      const text = Buffer.from(document.getText());
      const saved = readSourceFile(path);
      if (!saved || Buffer.compare(text, saved) !== 0) texts.set(path, text);
    }
    return texts;
  }

  /** What comes from here on is refused. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((project) => project.close()));
    this.projects.clear();
  }

  /** The whole database that has the file, or headers around it; else the file by itself. */
  private keyOf(path: string): ProjectKey | null {
    const { flags, compileCommands = databaseAround(dirname(path)) } = this.preferences;
    const isHeader = extname(path) === '.h';
    if (compileCommands !== null && (isHeader || this.filesOf(compileCommands).has(path)))
      return { paths: [], compileCommands, flags };
    return isHeader ? null : { paths: [path], flags };
  }

  private filesOf(database: string): ReadonlySet<string> {
    const time = statSync(database, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const known = this.databases.get(database);
    if (known?.time === time) return known.files;
    const { jobs } = new CompileDatabases().open(database);
    const files = new Set(jobs.map((job) => resolve(job.directory, job.file)));
    this.databases.set(database, { time, files });
    return files;
  }
}

/** Null unless it is a file. */
export function pathOf(uri: string): string | null {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null;
  } catch {
    return null; // a file of another machine
  }
}
