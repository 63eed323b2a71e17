// A macro that generates functions for trees tests for siblings that may be missing; a balanced tree has them.
#define TREE_GENERATE(name, type)                                                                                      \
  void name##_rebalance(struct name *head, type *parent, type *e) {                                                    \
    while (parent && (!e || !e->red)) {                                                                                \
      type *sibling = parent->left == e ? parent->right : parent->left;                                                \
      if (sibling && sibling->red) {                                                                                   \
        name##_rotate(head, parent, sibling);                                                                          \
        sibling = parent->left == e ? parent->right : parent->left;                                                    \
        parent->red = 1;                                                                                               \
      }                                                                                                                \
      if ((!sibling->left || !sibling->left->red) && (!sibling->right || !sibling->right->red)) {                      \
        sibling->red = 1;                                                                                              \
        e = parent;                                                                                                    \
        parent = e->parent;                                                                                            \
        continue;                                                                                                      \
      }                                                                                                                \
      name##_rotate(head, parent, sibling);                                                                            \
      break;                                                                                                           \
    }                                                                                                                  \
    if (e) e->red = 0;                                                                                                 \
  }

struct session {
  struct session *left, *right, *parent;
  int red;
};

struct sessions {
  struct session *root;
};

void sessions_rotate(struct sessions *head, struct session *parent, struct session *child);
TREE_GENERATE(sessions, struct session) // NOWARN
