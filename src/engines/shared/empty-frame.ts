// What is drawn where no variable has a value yet: the active call by itself, rather than nothing.
// For the drawings of engines and of runs.

import type { DrawnNode } from '../drawing.js';

export const emptyFrame = (name: string): DrawnNode => ({
  id: 'empty',
  kind: 'activation',
  label: name,
  fields: [{ name: 'no values yet', value: null }],
  summary: false,
  title: `variables of ${name}`,
});
