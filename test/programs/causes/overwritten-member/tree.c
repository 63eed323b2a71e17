// A search tree, behind a pointer of the caller.
#include <stdlib.h>
#include <string.h>
struct word { struct word *left, *right; char *text; int key; };
void define(struct word *root, int key, const char *text) {
  while (root) {
    if (root->key == key) {
      root->text = strdup(text); // WARN(leak)
      return;
    }
    root = root->key < key ? root->right : root->left;
  }
}
void redefine(struct word *root, int key, const char *text) {
  while (root) {
    if (root->key == key) {
      free(root->text);
      root->text = strdup(text); // NOWARN
      return;
    }
    root = root->key < key ? root->right : root->left;
  }
}
struct word *word_new(int key, const char *text) {
  struct word *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  w->key = key;
  w->text = strdup(text);
  return w;
}
void word_free(struct word *w) {
  if (!w) return;
  free(w->text);
  free(w);
}
