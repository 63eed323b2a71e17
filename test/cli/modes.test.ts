// The same programs in all modes of the compiler: the findings do not depend on how the headers are configured.
// The usual flags of distributions (`-O2 -D_FORTIFY_SOURCE=2`) replace most library calls by others.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const FAULTY = `#include <error.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The line is lost where it is too long. */
static char *read_line(FILE *f)
{
  char line[80];
  char *copy;
  if (!fgets(line, sizeof line, f)) return NULL;
  copy = malloc(strlen(line) + 1);
  if (!copy) return NULL;
  strcpy(copy, line);
  if (strlen(copy) > 70) return NULL;
  return copy;
}

/* Released, then printed. */
static void show(char *text)
{
  free(text);
  printf("%s\\n", text);
}

/* There need not be an equals sign. */
static char value_of(const char *text)
{
  const char *sign = strchr(text, '=');
  if (sign == NULL) fprintf(stderr, "no sign in %s\\n", text);
  return *sign;
}

static int fill(int fd, char *to, size_t size)
{
  char part[16];
  ssize_t got = read(fd, part, sizeof part);
  if (got < 0 || (size_t)got > size) return -1;
  memcpy(to, part, (size_t)got);
  memset(to + got, 0, size - (size_t)got);
  return 0;
}

int main(int argc, char **argv)
{
  char name[32], rest[16];
  char *line;
  FILE *f;
  int fd;
  if (argc < 2) error(1, 0, "usage");
  snprintf(name, sizeof name, "%s", argv[1]);
  f = fopen(name, "r");
  if (!f) return 1;
  line = read_line(f);
  fclose(f);
  if (!line) return 1;
  if (value_of(line) == 'x') puts("x");
  fd = open(name, O_RDONLY);
  if (fd >= 0 && fill(fd, rest, sizeof rest) == 0) strncat(name, "!", 1);
  if (fd >= 0) close(fd);
  show(line);
  return 0;
}
`;

const RELEASED = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
  char line[16], name[8];
  char *copy = malloc(sizeof line);
  if (copy == NULL) return 1;
  if (read(0, name, sizeof name) < 0) name[0] = 0;
  if (fgets(line, sizeof line, stdin) == NULL) memset(line, 'x', 1);
  snprintf(name, sizeof name, "%d", 5);
  memcpy(copy, name, 2);
  free(copy);
  if (name[0] == '5') printf("%c\\n", copy[0]);
  return 0;
}
`;

const SAFE = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
  char line[16], copy[32], part[8];
  char *kept = malloc(sizeof line);
  ssize_t got = read(0, part, sizeof part);
  memset(line, 0, sizeof line);
  if (kept == NULL) return 1;
  memcpy(kept, line, sizeof line);
  if (fgets(line, sizeof line, stdin) == NULL) got = 0;
  strcpy(copy, "a name");
  strncpy(part, "longer than that", sizeof part - 1);
  memmove(kept + 1, kept, 8);
  snprintf(copy, sizeof copy, "%d", (int)got);
  printf("%d %p\\n", (int)got, (void *)kept);
  free(kept);
  return 0;
}
`;

const RUNNING = `#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>

int main(void)
{
  char text[] = "AbC", copy[8], *p;
  fd_set set;
  for (p = text; *p; p++) *p = (char)tolower((unsigned char)*p);
  strncpy(copy, text, sizeof copy);
  strncat(copy, "d", 2);
  FD_ZERO(&set);
  FD_SET(70, &set);
  printf("%s %c %d %d %g ", copy, toupper('x'), atoi("42"), (int)ntohs(1), atof("2.5"));
  printf("%d %d\\n", FD_ISSET(70, &set) != 0, FD_ISSET(6, &set) != 0);
  return 0;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'modes-'));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const STANDARDS = ['c89', 'gnu89', 'c99', 'gnu99', 'c11', 'gnu11', 'c17', 'gnu17', 'c2x', 'gnu2x'];
const LEVELS = ['-O0', '-O2', '-O2 -D_FORTIFY_SOURCE=2', '-O2 -D_FORTIFY_SOURCE=3 -D_FILE_OFFSET_BITS=64'];
const MODES = STANDARDS.flatMap((standard) => LEVELS.map((level) => `-std=${standard} -D_DEFAULT_SOURCE ${level}`));

/** Removes measured times, and commands that name the mode. */
async function say(mode: string, ...words: string[]): Promise<string> {
  const { status, out, err } = await caulk(...words, '--', ...mode.split(' '));
  return `${out.replace(/, \d+\.\d+ s/, '').replace(/^ {2}repeat with: .*\n/gm, '')}${err}status ${status}`;
}

describe('in every mode', () => {
  it('check finds a leak, a use after free and a null dereference', async () => {
    const file = write('faulty.c', FAULTY);
    const expected = await say('-std=gnu17', 'check', '--no-cache', file);
    expect(expected.match(/^\S+: warning: .* \[(leak|use-after-free|null-dereference)\]$/gm)).toHaveLength(3);
    expect(expected).toMatch(/^3 findings[\s\S]*status 1$/m);
    const modes = MODES.filter((mode) => /FORTIFY_SOURCE=3|gnu89|gnu17/.test(mode)); // the second stage is slow
    for (const mode of modes) expect(await say(mode, 'check', '--no-cache', file), mode).toBe(expected);
  });

  it('prove refutes by a run', async () => {
    const file = write('released.c', RELEASED);
    const expected = await say('-std=gnu17', 'prove', file);
    expect(expected).toMatch(
      /^valid-deref: false[\s\S]*16:23: warning: .*\[use-after-free\][\s\S]*confirmed:[\s\S]*status 1$/,
    );
    for (const mode of MODES) expect(await say(mode, 'prove', file), mode).toBe(expected);
  });

  it('run prints the same', async () => {
    const file = write('running.c', RUNNING);
    for (const mode of MODES) expect(await say(mode, 'run', file), mode).toMatch(/^abcd X 42 256 2.5 1 0\n/);
  });

  it('prove proves correct programs', async () => {
    const file = write('safe.c', SAFE);
    const expected = await say('-std=gnu17', 'prove', file);
    expect(expected).toMatch(/^valid-deref: true\nvalid-free: true\nvalid-memtrack: true\n[\s\S]*status 0$/);
    for (const mode of MODES) expect(await say(mode, 'prove', file), mode).toBe(expected);
  });
});
