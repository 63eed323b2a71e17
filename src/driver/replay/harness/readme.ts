// README.txt of a harness: the finding, the condition in words, and what the sanitizers shall say.
// From a finding and the scene of its harness to text.

import type { JudgedFinding } from '../../../findings/locate.js';
import { type Choices, describeChoice } from '../../../interp/given/choice.js';
import type { RunResult } from '../../../interp/run.js';
import type { Attempt } from '../route-search.js';
import type { ShownAnswer } from '../try-finding.js';
import { bytesText } from './c-text.js';
import type { Expectation } from './expectation.js';
import { failingCalls } from './library.js';
import type { Scene } from './scene.js';

export function readmeText(
  f: JudgedFinding,
  { attempt, run }: ShownAnswer,
  scene: Scene,
  expected: Expectation,
): string {
  const { file, line } = f.site.source.locate(f.site.at);
  const conditions = conditionsOf(attempt, scene);
  return [
    `${f.rule} in ${f.function}, ${file}:${line}`,
    '',
    f.message,
    '',
    conditions.length > 0
      ? `It happens when ${f.function} is called and`
      : `It happens whenever ${f.function} is called.`,
    ...conditions.map((c) => `  - ${c}`),
    ...lossesIn(run, expected),
    '',
    'harness.c builds that input and calls the function; world.c answers for what is outside of it. `sh run.sh` compiles both',
    "with the project's own flags and AddressSanitizer, and runs them. Expected:",
    '',
    `  ${expected.message}`,
    `  with ${expected.place.file}:${expected.place.line} among the lines of its stack`,
    '',
    'Exit status of run.sh: 0 the error appears as predicted, 1 it does not, 77 the harness cannot be compiled here.',
    '',
  ].join('\n');
}

/** Where the run loses the memory: perhaps at another place than the finding, if the function loses it at several. */
function lossesIn({ lost }: RunResult, { place }: Expectation): string[] {
  const places = lost.flatMap(({ allocated, lost: calls }) => {
    const isMeant = allocated?.line === place.line && allocated.file === place.file;
    return isMeant && calls?.[0] ? [`${calls[0].location.file}:${calls[0].location.line}`] : [];
  });
  return [...new Set(places)].map((p) => `The memory is lost at ${p}.`);
}

function conditionsOf({ choices, failures }: Attempt, scene: Scene): string[] {
  const texts = textsIn(choices, scene);
  const isShownOtherwise = (path: string) => path.startsWith('chance#') || texts.has(path.replace(/\[\d+\]$/, ''));
  return [
    ...[...choices].filter(([path]) => !isShownOtherwise(path)).map(([path, choice]) => describeChoice(path, choice)),
    ...[...texts].map(([path, text]) => `${path} is the text ${bytesText(text)}`),
    ...failingCalls(scene, failures).map(({ name, number }) => `call ${number} of ${name} fails for lack of memory`),
  ];
}

/** Texts of the input of which characters are chosen. */
function textsIn(choices: Choices, { recording: { objects } }: Scene): Map<string, Uint8Array> {
  const texts = new Map<string, Uint8Array>();
  for (const { path, bytes } of objects.values()) {
    if (path === null || !bytes || !bytes.some((_, i) => choices.has(`${path}[${i}]`))) continue;
    const end = bytes.indexOf(0);
    texts.set(path, end < 0 ? bytes : bytes.subarray(0, end));
  }
  return texts;
}
