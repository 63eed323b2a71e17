/* A calculator: one expression or assignment a line, with variables and a few functions. */
#ifndef CALC_H
#define CALC_H

struct node {
  char op; /* 'n' number, 'v' variable, 'f' call, else an operator */
  double number;
  char *name;
  struct node *left;
  struct node *right;
};

struct variable {
  char *name;
  double value;
  struct variable *next;
};

struct node *parse_expression(void);
void free_node(struct node *node);
int next_char(void);
int peek_char(void);
void skip_line(void);

double evaluate(const struct node *node);
struct variable *find_variable(const char *name);
void assign(const char *name, double value);
void drop(const char *name);
void list_variables(void);
void free_variables(void);

#endif
