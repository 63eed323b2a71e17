/* Functions without an error of their own. The comment has the kinds of assumptions of the proof.
   Read by test/driver/function-prover.test.ts. */
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
void *memset(void *, int, unsigned long);
unsigned long strlen(const char *);
char *strdup(const char *);
void exit(int) __attribute__((noreturn));
struct node { struct node *next; int value; char *name; int table[8]; };
struct node *global;
static int counter;
extern void stranger(void *p);
extern int reader(const char *p);
int sum(int a, int b) { return a + b; } // PROVED:
int count(void) { return ++counter; } // PROVED: typed-memory
void set(struct node *n) { n->value = 1; } // PROVED: not-null typed-memory valid-argument
void set_tested(struct node *n) { if (n) n->value = 1; } // PROVED: typed-memory valid-argument
int element(struct node *n, unsigned i) { return i < 8 ? n->table[i] : 0; } // PROVED: not-null valid-argument
int length(struct node *n) { int k = 0; for (; n; n = n->next) k++; return k; } // PROVED: valid-argument valid-memory
char last(const char *s) { return s[strlen(s) - 1]; } // PROVED: in-bounds not-null valid-argument
void drop(struct node *n) { free(n); } // PROVED: ownership
void drop_name(struct node *n) { free(n->name); n->name = 0; n->value = 0; } // PROVED: not-null ownership typed-memory valid-argument
struct node *make(int v) { struct node *n = malloc(sizeof *n); if (!n) return 0; memset(n, 0, sizeof *n); n->value = v; return n; } // PROVED:
void push(int v) { struct node *n = make(v); if (!n) exit(1); n->next = global; global = n; } // PROVED: ownership
int own_array(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; return a[3]; } // PROVED:
void scratch(unsigned long k) { char *p = malloc(k + 1); if (!p) return; p[k] = 0; free(p); }
int call(struct node *n) { if (!n) return 0; reader("x"); return n->value; } // PROVED: callee valid-argument
int grow(struct node *n, unsigned long k) { char *p = realloc(n->name, k); if (!p) return -1; n->name = p; return 0; }
