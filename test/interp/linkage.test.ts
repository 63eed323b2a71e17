// Which definition a name means where several programs of a project are linked as one.

import { expect, it } from 'vitest';
import { Linkage } from '../../src/interp/linkage.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const unit = (name: string, text: string) => readUnit(name, Buffer.from(text), LP64);
const options = (u: ReturnType<typeof unit>) => u.globals.find(({ name }) => name === 'options')!;

it('a variable of another program has another size', () => {
  const client = unit('client.c', 'struct client { int n; } options; int f(void) { return options.n; }');
  const server = unit('server.c', 'struct server { int n, m; } options; int g(void) { return options.m; }');
  const user = unit(
    'user.c',
    'struct server { int n, m; }; extern struct server options; int h(void) { return options.m; }',
  );
  const linkage = new Linkage([client, server, user]);
  expect(linkage.variableOf(options(client))).toBe(options(client));
  expect(linkage.variableOf(options(server))).toBe(options(server));
  expect(linkage.variableOf(options(user))).toBe(options(server));
});

it('an array is declared without a length', () => {
  const table = unit('table.c', 'int options[3];');
  const user = unit('user.c', 'extern int options[]; int f(void) { return options[0]; }');
  expect(new Linkage([user, table]).variableOf(options(user))).toBe(options(table));
});
