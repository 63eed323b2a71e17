/* Functions with an error of their own, each the twin of an everyday one: none may be proved, whatever callers pass.
   Read by test/driver/function-prover.test.ts. */
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
void *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long);
char *strcpy(char *, const char *);
char *strdup(const char *);
#define NULL 0
/* So many instructions that the function is not followed with its callers. */
#define SOME stranger(0); stranger(0); stranger(0); stranger(0); stranger(0); stranger(0); stranger(0); stranger(0)
#define LARGE SOME; SOME; SOME; SOME; SOME; SOME; SOME; SOME; SOME
struct node { struct node *next; int value; char *name; int table[8]; };
struct node *global; int *numbers; static int fixed[4] = {1,2,3,4};
extern void stranger(void *p); extern void reader(const void *p); extern char *giver(void);
void w_null(void) { int *p = 0; *p = 1; }
void w_own_null(struct node *n) { n->next = NULL; n->next->value = 1; }
void w_uaf(struct node *n) { free(n); n->value = 1; }
void w_double(struct node *n) { free(n); free(n); }
void w_alias(struct node *a, struct node *b) { free(a); b->value = 1; }
void w_leak(void) { char *p = malloc(4); if (p) *p = 1; }
void w_leak_overwrite(struct node *n) { n->name = malloc(4); n->name = malloc(8); }
void w_leak_by_free(struct node *n) { n->name = malloc(4); free(n); }
void w_oob_local(int i) { int a[4]; a[i] = 1; }
void w_oob_member(struct node *n, int i) { n->table[i] = 1; }
void w_oob_member_const(struct node *n) { n->table[9] = 1; }
void w_oob_handed(struct node *n) { n->name = malloc(4); n->name[10] = 1; }
void w_oob_handed2(struct node *n) { char *p = malloc(4); n->name = p; p[10] = 1; }
void w_oob_own(void) { char *p = malloc(4); if (p) { p[4] = 1; free(p); } }
static void freer(struct node *n) { free(n); }
static void freer2(struct node *n, int k) { if (k) freer2(n, k - 1); else freer(n); LARGE; }
void w_callee_frees(struct node *n) { freer2(n, 3); n->value = 1; }
void w_stranger_frees(struct node *n) { stranger(n); n->value = 1; }
void w_callee_frees_own(void) { struct node *n = malloc(sizeof *n); if (!n) return; freer2(n, 1); n->value = 2; }
void w_global_under_call(void) { global = malloc(sizeof *global); if (!global) return; stranger(0); global->value = 1; free(global); }
void w_global_free_call(void) { free(global); stranger(0); global->value = 1; }
void w_local_dangling(void) { int *p; { int x = 1; p = &x; } *p = 2; }
void w_stored_local(struct node *n) { { char x[2]; n->name = x; } n->name[0] = 1; }
void w_store_freed(struct node *n) { char *p = malloc(1); free(p); n->name = p; n->name[0] = 1; }
void w_uninit(void) { int *p; *p = 1; }
void w_uninit_out(struct node *n) { struct node *q; n->next = q; n->next->value = 1; }
void w_invalid_free(struct node *n) { free(&n->value); }
void w_invalid_free2(struct node *n) { int *p = &n->value; free(p); }
void w_invalid_free3(struct node *n) { n++; free(n); }
void w_free_local(void) { int x; free(&x); }
void w_memset(struct node *n) { memset(n, 0, sizeof *n); n->next->value = 1; }
void w_memset7(struct node *n) { memset(n, 7, sizeof *n); n->next->value = 1; }
void w_copy_null(struct node *n) { struct node m = {0}; *n = m; n->next->value = 1; }
void w_copy_uninit(struct node *n) { struct node m; *n = m; n->next->value = 1; }
static char *same(char *p) { LARGE; return p; }
void w_result_own(void) { char a[4]; char *p = same(a); p[10] = 1; }
void w_fixed(int i) { fixed[i] = 1; }
void w_fixed5(void) { fixed[5] = 1; }
static void keeper(struct node *n) { LARGE; global = n; }
void w_kept_own(void) { struct node *n = malloc(sizeof *n); if (!n) return; keeper(n); free(n); global->value = 1; }
static struct node *maker(void) { LARGE; return malloc(sizeof(struct node)); }
void w_leak_result(void) { struct node *n = maker(); if (n) n->value = 1; }
void w_leak_ignored(void) { maker(); }
static void filler(struct node **n) { LARGE; *n = malloc(sizeof **n); }
void w_leak_filled(void) { struct node *n = 0; filler(&n); if (n) n->value = 1; }
void w_realloc(struct node *n) { char *p = n->name; n->name = realloc(n->name, 10); p[0] = 1; }
void w_loop_free(struct node *n) { while (n) { free(n); n = n->next; } }
void w_null_if(struct node *n) { if (!n) n->value = 1; }
void w_null_ternary(struct node *n) { struct node *m = n ? n : 0; m->value = n ? 1 : 2; }
void w_string_literal(void) { char *p = "abc"; p[0] = 1; }
void w_strcpy(const char *s) { char a[8]; strcpy(a, s); }
void w_return_local_use(void) { char *p = giver(); free(p); p[0] = 1; }
char *w_moved_store(struct node *n, int i) { n->name = n->name + i; return n->name + (n->name[0] = 1); }
void w_va(struct node *n, int k) { struct node **pp = &n; *pp = 0; n->value = 1; }
void w_union(struct node *n) { union { char *p; long l; } u; u.l = 5; n->name = u.p; n->name[0] = 1; }
void w_bytes(struct node *n) { ((char *)n)[0] = 7; n->next->value = 1; }
void w_int_to_ptr(struct node *n, long k) { char *p = (char *)k; p[0] = 1; }
void w_recursive_free(struct node *n, int k) { if (k == 0) { free(n); return; } w_recursive_free(n, k - 1); n->value = 1; }
void w_goto(struct node *n, int k) { again: if (k) { free(n); k = 0; goto again; } n->value = 1; }
void w_free_then_call(struct node *n) { free(n); reader(n); }
void w_fp(struct node *n, void (*f)(struct node *)) { f(n); n->value = 1; }
void user_of_freer(void) { void (*f)(struct node *) = freer; f(0); }
void w_alias_own(struct node *n) { global = n; struct node *m = global; free(m); n->value = 1; }
static struct node *ident(struct node *n) { LARGE; return n; }
void w_alias_result(struct node *n) { struct node *m = ident(n); free(m); n->value = 1; }
void w_long(struct node *n) { *(long *)n = 7; n->next->value = 1; }
struct u { union { char *p; long l; } v; };
void w_union_out(struct u *x) { x->v.l = 7; x->v.p[0] = 1; }
void w_via_void(struct node *n) { void *v = n; char *c = v; c[0] = 1; n->next->value = 1; }
static const char *const names[30] = {"a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a",0};
int w_table(void) { return names[29][0]; }
void w_member_twice(struct node *n) { struct node m = *n; free(m.name); free(m.name); }
void w_reload(struct node *n) { free(n->name); n->name[0] = 1; }
int w_realloc_lost(struct node *n) { n->name = realloc(n->name, 20); return n->name == 0; }
void w_null_step(char *p, int i) { char *q = p + i; int *none = 0; if (q == 0) *none = 1; if (p == 0) *none = 2; }
void w_handed_then_nulled(struct node *n) { n->name = malloc(4); n->name = 0; }
void w_handed_by_copy(struct node *n) { struct node m = {0}; m.name = malloc(4); memcpy(n, &m, sizeof m); n->name = 0; }
void w_leak_on_error(struct node *n, int k) { char *p = malloc(4); if (!p) return; if (k) return; n->name = p; }
void w_leak_of_struct(void) { struct node *m = malloc(sizeof *m); if (!m) return; m->name = malloc(4); free(m); }
void w_kept_local(struct node *n) { char a[4]; n->name = a; n->name[5] = 1; }
void w_pointer_to_pointer(struct node **p) { *p = 0; (*p)->value = 1; }
void w_free_through(struct node **p) { free(*p); (*p)->value = 1; }
void w_free_or_use(struct node *n, int k) { if (k > 3) free(n); if (k > 2) n->value = 1; }
void w_switch(struct node *n, int k) { switch (k) { case 1: free(n); case 2: n->value = 1; } }
void w_static_kept(void) { static char *last; char a[2]; last = a; last[7] = 1; }
void w_argument_in_array(struct node *n) { struct node *all[2]; all[0] = n; all[1] = 0; free(all[0]); n->value = 1; }
void w_after_loop(struct node *n, int k) { while (k-- > 0) { struct node *m = n->next; free(n); n = m; } n->value = 1; }
void w_copied_pointer(struct node *n) { struct node *m = n; free(m); n->value = 1; }
void w_uninitialized_member(void) { struct node *m = malloc(sizeof *m); if (!m) return; m->next->value = 1; free(m); }
void w_through_integer(struct node *n) { unsigned long k = (unsigned long)n; free((void *)k); n->value = 1; }
static void kill(struct node *n) { free(n); }
static void (*killer)(struct node *) = kill;
void set_killer(void (*f)(struct node *)) { killer = f; }
void w_through_pointer(struct node *n) { killer(n); n->value = 1; }
static void empty(struct node *n) { LARGE; free(n->name); }
void w_callee_frees_inside(struct node *n) { char *p = n->name; empty(n); p[0] = 1; }
static void drop(struct node *n) { LARGE; global = n->next; }
void w_kept_inside(void) { struct node m = {0}; struct node *o = malloc(sizeof *o); if (!o) return; m.next = o; drop(&m); free(o); global->value = 1; }
void w_wild(struct node *n, int k) { struct node *m; if (k) m = n; m->value = 1; }
int w_negative(int k) { int a[4] = {0}; return k < 4 ? a[k] : 0; }
int w_off_by_one(void) { int a[4]; for (int i = 0; i <= 4; i++) a[i] = i; return a[0]; }
void w_member_overrun(struct node *n) { for (int i = 0; i <= 8; i++) n->table[i] = i; }
union either { char *p; long l; };
union either both;
void w_union_lost(void) { both.p = malloc(4); both.l = 0; }
static char *none(void) { return 0; }
int w_null_result(void) { return *none(); }
static int *gone(void) { int x = 1; int *p = &x; return p; }
int w_dangling_result(void) { return *gone(); }
void w_leak_filled_unused(void) { struct node *n = 0; filler(&n); }
static struct node **place;
static void keep_place(struct node **p) { LARGE; place = p; }
void w_leak_filled_later(void) { struct node *n = 0; keep_place(&n); filler(&n); }
