// The entries of an array, through a wrapper that chooses the array.
struct user { int id; char *name; };
struct group { struct user *users; int count; };
static struct user *user_in(struct group *g, int id) {
  for (int i = 0; i < g->count; i++)
    if (g->users[i].id == id) return &g->users[i];
  return 0;
}
struct user *user_by_id(struct group *all, int kind, int id) {
  if (kind < 0 || kind > 3) return 0;
  return user_in(&all[kind], id);
}
char *name_of(struct group *all, int kind, int id) {
  return user_by_id(all, kind, id)->name; // WARN(null-dereference)
}
char *name_or_nobody(struct group *all, int kind, int id) {
  struct user *u = user_by_id(all, kind, id);
  return u ? u->name : "nobody"; // NOWARN
}
void rename_user(struct group *all, int kind, int id, char *name) {
  struct user *u = user_by_id(all, kind, id);
  if (u) u->name = name;
}
