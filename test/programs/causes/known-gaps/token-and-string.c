// A scanner sets the kind of a token and its string together; whoever tests the kind has a string that is not null.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID = -1, END = 0, STRING = 256, INTEGER, REAL, TRUE, FALSE, NOTHING };

struct lexer {
  FILE *in;
  int token;
  char *string;
  size_t length;
  long integer;
  double real;
  char saved[100];
};

struct object {
  int references;
  size_t count;
};

static void free_string(struct lexer *lex) {
  free(lex->string);
  lex->string = NULL;
  lex->length = 0;
}

static void scan_string(struct lexer *lex) {
  char text[100], *t;
  lex->string = NULL;
  lex->token = INVALID;
  if (fscanf(lex->in, "%99[^\"]\"", text) != 1) goto out;
  t = malloc(strlen(text) + 1);
  if (!t) goto out;
  lex->string = t;
  strcpy(t, text);
  lex->length = strlen(text);
  lex->token = STRING;
  return;
out:
  free_string(lex);
}

static int scan_number(struct lexer *lex, int c) {
  char *end;
  size_t n = 0;
  lex->token = INVALID;
  while (n < sizeof lex->saved - 1 && ((c >= '0' && c <= '9') || c == '.' || c == '-')) {
    lex->saved[n++] = c;
    c = getc(lex->in);
  }
  lex->saved[n] = '\0';
  ungetc(c, lex->in);
  if (!strchr(lex->saved, '.')) {
    lex->integer = strtol(lex->saved, &end, 10);
    if (*end) goto out;
    lex->token = INTEGER;
    return 0;
  }
  lex->real = strtod(lex->saved, &end);
  if (*end) goto out;
  lex->token = REAL;
  return 0;
out:
  return -1;
}

static int scan(struct lexer *lex) {
  int c;
  lex->saved[0] = '\0';
  if (lex->token == STRING) free_string(lex);
  do c = getc(lex->in);
  while (c == ' ' || c == '\t' || c == '\n');
  if (c == EOF) {
    lex->token = END;
    goto out;
  }
  if (ferror(lex->in)) {
    lex->token = INVALID;
    goto out;
  }
  if (c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',')
    lex->token = c;
  else if (c == '"')
    scan_string(lex);
  else if ((c >= '0' && c <= '9') || c == '-') {
    if (scan_number(lex, c)) goto out;
  } else if (c >= 'a' && c <= 'z') {
    if (fscanf(lex->in, "%98[a-z]", lex->saved) != 1) lex->saved[0] = '\0';
    if (strcmp(lex->saved, "rue") == 0)
      lex->token = TRUE;
    else if (strcmp(lex->saved, "alse") == 0)
      lex->token = FALSE;
    else if (strcmp(lex->saved, "ull") == 0)
      lex->token = NOTHING;
    else
      lex->token = INVALID;
  } else
    lex->token = INVALID;
out:
  return lex->token;
}

static char *steal_string(struct lexer *lex, size_t *length) {
  char *result = NULL;
  if (lex->token == STRING) {
    result = lex->string;
    *length = lex->length;
    lex->string = NULL;
    lex->length = 0;
  }
  return result;
}

struct object *parse(struct lexer *lex) {
  struct object *o = calloc(1, sizeof *o);
  if (!o) return NULL;
  scan(lex);
  if (lex->token == '}') return o;
  while (1) {
    char *key;
    size_t length;
    if (lex->token != STRING) goto error;
    key = steal_string(lex, &length);
    if (!key) return NULL; // FALSE-ALARM(leak): the scanner sets kind and string together
    o->count += length;
    free(key);
    scan(lex);
    if (lex->token != ',') break;
    scan(lex);
  }
  if (lex->token == '}') return o;
error:
  free(o);
  return NULL;
}

struct object *parse_untested(struct lexer *lex) {
  char *key;
  size_t length;
  struct object *o = calloc(1, sizeof *o);
  if (!o) return NULL;
  scan(lex);
  key = steal_string(lex, &length);
  if (!key) return NULL; // WARN(leak)
  o->count += length;
  free(key);
  return o;
}
