// Neovim with its built-in client: opens a file, gets diagnostics, edits, sees them go, hovers, applies an action.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildPages } from '../support/browser.js';
import { makeProject } from '../support/project.js';

beforeAll(() => buildPages(), 300_000);

const LEAK = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(8);\n  return 0;\n}\n';

const SCRIPT = `
local said = {}
local function say(what) table.insert(said, what) end
local function wait(count)
  local fine = vim.wait(40000, function() return #vim.diagnostic.get(0) == count end, 50)
  local first = vim.diagnostic.get(0)[1]
  say({ count = #vim.diagnostic.get(0), fine = fine, code = first and first.code, line = first and first.lnum })
end
vim.cmd('edit a.c')
local id = vim.lsp.start_client({ name = 'caulk', cmd = { '${resolve('caulk')}', 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
wait(1)
vim.api.nvim_buf_set_lines(0, 2, 2, true, { '' })
vim.wait(40000, function() local d = vim.diagnostic.get(0)[1]; return d and d.lnum == 4 end, 50)
wait(1)
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover',
  { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 4, character = 9 } }, 20000)
say({ hover = hover[id].result.contents.value })
local params = { textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = { line = 4, character = 2 }, ['end'] = { line = 4, character = 3 } },
  context = { diagnostics = { vim.diagnostic.get(0)[1].user_data.lsp } } }
params.context.diagnostics[1].range = params.range
params.context.diagnostics[1].source = 'caulk'
params.context.diagnostics[1].message = ''
local actions = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 40000)[id].result
for _, action in ipairs(actions) do
  if action.title:match('^PATTERN') then
    say({ title = action.title })
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  end
end
WAIT
say({ lines = vim.api.nvim_buf_get_lines(0, 0, -1, true) })
vim.fn.writefile({ vim.fn.json_encode(said) }, 'said.json')
vim.cmd('qall!')
`;

interface Said {
  readonly count?: number;
  readonly code?: string;
  readonly line?: number;
  readonly hover?: string;
  readonly title?: string;
  readonly lines?: readonly string[];
}

function neovim(pattern: string, wait: string): Said[] {
  const folder = makeProject({ 'a.c': LEAK });
  writeFileSync(join(folder, 'test.lua'), SCRIPT.replace('PATTERN', pattern).replace('WAIT', wait));
  const words = ['--headless', '--clean', '-n', '-c', 'luafile test.lua'];
  const { status, stderr } = spawnSync('/usr/bin/nvim', words, { cwd: folder, encoding: 'utf8', timeout: 150_000 });
  expect(status, stderr).toBe(0);
  return JSON.parse(readFileSync(join(folder, 'said.json'), 'utf8')) as Said[];
}

it('shows findings while the text is edited, and suppresses one', () => {
  const said = neovim(
    'Suppress',
    'vim.wait(40000, function() local d = vim.diagnostic.get(0)[1]; return d and d.severity == 4 end, 50); wait(1)',
  );
  expect(said[0]).toMatchObject({ count: 1, code: 'leak', line: 3 });
  expect(said[1]).toMatchObject({ count: 1, code: 'leak', line: 4 });
  expect(said[2]!.hover).toContain('**leak**');
  expect(said[3]).toMatchObject({ title: 'Suppress this leak, with a reason' });
  expect(said.at(-1)!.lines).toContain('  // caulk-ignore[leak]: REASON');
}, 180_000);

it('applies a fix, and the finding goes', () => {
  const said = neovim('Fix:', 'wait(0)');
  expect(said.at(-1)!.lines!.join('\n')).toMatch(/free\(p\);/);
  expect(said.at(-2)).toMatchObject({ count: 0, fine: true });
}, 180_000);
