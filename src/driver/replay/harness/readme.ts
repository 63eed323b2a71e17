// README.txt of a harness: the finding, the condition in words, and what the sanitizers shall say.
// From a finding and the scene of its harness to text.

import type { JudgedFinding } from '../../../findings/locate.js';
import { describeChoice } from '../../../interp/given/choice.js';
import type { Attempt } from '../route-search.js';
import type { Expectation } from './expectation.js';
import { failingCalls } from './library.js';
import type { Scene } from './scene.js';

export function readmeText(f: JudgedFinding, attempt: Attempt, scene: Scene, expected: Expectation): string {
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

function conditionsOf({ choices, failures }: Attempt, scene: Scene): string[] {
  return [
    ...[...choices]
      .filter(([path]) => !path.startsWith('chance#'))
      .map(([path, choice]) => describeChoice(path, choice)),
    ...failingCalls(scene, failures).map(({ name, number }) => `call ${number} of ${name} fails for lack of memory`),
  ];
}
