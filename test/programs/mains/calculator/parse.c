/* A recursive-descent parser that reads character by character. */
#include "calc.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int held = -2;

int peek_char(void) {
  if (held == -2)
    held = getchar();
  return held;
}

int next_char(void) {
  int c = peek_char();
  held = -2;
  return c;
}

static int next_token(void) {
  while (peek_char() == ' ' || peek_char() == '\t')
    next_char();
  return peek_char();
}

void skip_line(void) {
  int c;
  while ((c = next_char()) != '\n' && c != EOF)
    ;
}

static struct node *make_node(char op, struct node *left, struct node *right) {
  struct node *node = calloc(1, sizeof *node);
  if (!node)
    exit(3);
  node->op = op;
  node->left = left;
  node->right = right;
  return node;
}

void free_node(struct node *node) {
  if (!node)
    return;
  free_node(node->left);
  free_node(node->right);
  free(node->name); /* BUG double-free: again, if the value of an assignment is missing */
  free(node);
}

static char *parse_name(void) {
  char text[16];
  int length = 0;
  while (isalnum(peek_char()))
    text[length++] = (char)next_char(); /* BUG out-of-bounds: a name of more than sixteen letters */
  text[length] = '\0';
  char *name = malloc(strlen(text) + 1);
  if (!name)
    exit(3);
  return strcpy(name, text);
}

static struct node *parse_primary(void) {
  int c = next_token();
  if (isdigit(c)) {
    struct node *node = make_node('n', NULL, NULL);
    while (isdigit(peek_char()))
      node->number = node->number * 10 + (next_char() - '0');
    return node;
  }
  if (isalpha(c)) {
    char *name = parse_name();
    struct node *node = make_node('v', NULL, NULL);
    node->name = name;
    if (next_token() == '(') {
      next_char();
      node->op = 'f';
      node->left = parse_expression();
      if (next_token() == ')')
        next_char();
    }
    return node;
  }
  if (c == '(') {
    next_char();
    struct node *inner = parse_expression();
    if (next_token() != ')')
      return NULL; /* BUG leak: the inner expression */
    next_char();
    return inner;
  }
  if (c == '-') {
    next_char();
    struct node *operand = parse_primary();
    return make_node('~', operand, NULL);
  }
  return NULL;
}

static struct node *parse_product(void) {
  struct node *left = parse_primary();
  while (left && (next_token() == '*' || peek_char() == '/')) {
    char op = (char)next_char();
    struct node *right = parse_primary();
    if (!right) {
      free_node(left);
      return NULL;
    }
    left = make_node(op, left, right);
  }
  return left;
}

struct node *parse_expression(void) {
  struct node *left = parse_product();
  while (left && (next_token() == '+' || peek_char() == '-')) {
    char op = (char)next_char();
    struct node *right = parse_product();
    if (!right) {
      free_node(left);
      free_node(right);
      return NULL;
    }
    left = make_node(op, left, right);
  }
  return left;
}
