// Where an address is looked up an object of the input may be made, and the arrays of the memory be replaced by larger ones. So it is
// looked up before they are: `memory.view.getInt32(memory.at(p, 4))` takes the old array, because JavaScript evaluates it first.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'src/interp';
const OLD_ARRAY = /memory\.(?:view|[uif]\d+)\b(?!\s*;)[^;]*\.at(?:Write)?\(/;

test('addresses are looked up before the arrays of the memory', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const wrong = files.flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .split('\n')
      .flatMap((line, i) => (OLD_ARRAY.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(wrong).toEqual([]);
});
