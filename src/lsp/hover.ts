// What the engines know at a place, in words and drawn: for the client to show beside the pointer.
// Between the handlers and a project, which is asked for the heaps of the line.

import { type Hover, MarkupKind } from 'vscode-languageserver';
import type { PlaceView } from '../driver/session/unit-scope.js';
import { whenOf } from '../findings/when.js';
import { formatSvg } from '../report/draw/svg.js';
import { formatDrawings } from '../report/draw/text.js';
import type { Project } from './project.js';

/** How a client takes pictures: in its Markdown, or not at all. */
export type Pictures = 'images' | 'text';

export interface Spot {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The name under the pointer; empty if there is none. */
  readonly word: string;
}

export async function hoverAt(project: Project, uri: string, spot: Spot, pictures: Pictures): Promise<Hover | null> {
  const outcome = await project.ask({ kind: 'look', file: spot.path, line: spot.line });
  const view = 'answer' in outcome ? outcome.answer : null;
  const said = [...findingsAt(project, uri, spot.line), ...(view ? wordsAt(view, spot.word) : [])];
  if (!view && said.length === 0) return null;
  const drawn = view && view.drawings.length > 0 ? [await pictureOf(view, pictures)] : [];
  return { contents: { kind: MarkupKind.Markdown, value: [...said, ...drawn].join('\n\n') } };
}

/** The findings of the line, with their conditions. */
function findingsAt(project: Project, uri: string, line: number): string[] {
  const { report, texts } = project.current ?? {};
  const here = report?.findings.filter((f) => f.line === line && texts!.uriOf(f.file) === uri) ?? [];
  return here.map((f) => {
    const when = whenOf(f);
    return `**${f.rule}** (${f.certainty}): ${f.message}${when === null ? '' : `; happens when: ${when}`}`;
  });
}

/** First what is about the word; everything if nothing is. */
function wordsAt({ words, line, function: inside }: PlaceView, word: string): string[] {
  const about = words.filter((sentence) => word !== '' && new RegExp(`\\b${word}\\b`).test(sentence));
  const told = about.length > 0 ? about : words;
  return told.length === 0 ? [] : [`Before line ${line}, from \`${inside}\`: ${told.join('; ')}.`];
}

export async function pictureOf({ drawings }: Pick<PlaceView, 'drawings'>, pictures: Pictures): Promise<string> {
  if (pictures === 'text') return `\`\`\`text\n${formatDrawings(drawings)}\`\`\``;
  const svg = await formatSvg(drawings.slice(0, 1));
  return `![the heap](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;
}
