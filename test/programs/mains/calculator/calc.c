/* Evaluation, variables, and the loop over lines. */
#include "calc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct variable *variables;
static struct variable *recent;

struct variable *find_variable(const char *name) {
  if (recent && strcmp(recent->name, name) == 0) /* BUG use-after-free: after it was dropped */
    return recent;
  for (struct variable *v = variables; v; v = v->next) {
    if (strcmp(v->name, name) == 0) {
      recent = v;
      return v;
    }
  }
  return NULL;
}

double evaluate(const struct node *node) {
  switch (node->op) { /* BUG null-dereference: `-` without an operand */
  case 'n':
    return node->number;
  case 'v': {
    struct variable *v = find_variable(node->name);
    return v ? v->value : 0;
  }
  case 'f': {
    double x = node->left ? evaluate(node->left) : 0;
    if (strcmp(node->name, "abs") == 0)
      return x < 0 ? -x : x;
    if (strcmp(node->name, "square") == 0)
      return x * x;
    return 0;
  }
  case '~':
    return -evaluate(node->left);
  case '+':
    return evaluate(node->left) + evaluate(node->right);
  case '-':
    return evaluate(node->left) - evaluate(node->right);
  case '*':
    return evaluate(node->left) * evaluate(node->right);
  default: {
    double divisor = evaluate(node->right);
    return divisor == 0 ? 0 : evaluate(node->left) / divisor;
  }
  }
}

void assign(const char *name, double value) {
  struct variable *v = find_variable(name);
  if (!v) {
    v = malloc(sizeof *v);
    if (!v)
      exit(3);
    v->name = malloc(strlen(name) + 1);
    if (!v->name)
      exit(3);
    strcpy(v->name, name);
    v->next = variables;
    variables = v;
  }
  v->value = value;
}

void drop(const char *name) {
  for (struct variable **link = &variables; *link; link = &(*link)->next) {
    struct variable *v = *link;
    if (strcmp(v->name, name) != 0)
      continue;
    *link = v->next;
    free(v->name);
    free(v);
    return;
  }
}

void list_variables(void) {
  for (struct variable *v = variables; v; v = v->next)
    printf("%s = %g\n", v->name, v->value);
}

void free_variables(void) {
  while (variables) {
    struct variable *v = variables;
    variables = v->next;
    free(v->name);
    free(v);
  }
}

/* `:list`, `:drop NAME`, `:quit` */
static int run_directive(void) {
  char text[64];
  int length = 0;
  next_char();
  while (peek_char() != '\n' && peek_char() != -1 && length < 63)
    text[length++] = (char)next_char();
  text[length] = '\0';
  skip_line();
  if (strcmp(text, "list") == 0)
    list_variables();
  else if (strncmp(text, "drop ", 5) == 0)
    drop(text + 5);
  else if (strcmp(text, "quit") == 0)
    return 0;
  else
    puts("?");
  return 1;
}

int main(void) {
  for (;;) {
    int c = peek_char();
    if (c == -1)
      break;
    if (c == ':') {
      if (!run_directive())
        break;
      continue;
    }
    if (c == '\n') {
      next_char();
      continue;
    }
    struct node *node = parse_expression();
    if (!node) {
      puts("syntax error");
      skip_line();
      continue;
    }
    if (node->op == 'v' && peek_char() == '=') {
      next_char();
      struct node *value = parse_expression();
      if (value) {
        assign(node->name, evaluate(value));
        free_node(value);
      } else {
        free(node->name);
        puts("a value is missing");
      }
    } else {
      printf("%g\n", evaluate(node));
    }
    skip_line();
    free_node(node);
  }
  free_variables();
  return 0;
}
