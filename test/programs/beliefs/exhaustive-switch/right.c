// A variable is set in every case of a switch that names all enumerators.

enum scope { SERVER, SESSION, WINDOW };

struct option {
  enum scope scope;
  int *own;
};

int defaults;

int value_of(struct option *o) {
  int *value = 0;
  switch (o->scope) {
  case SERVER:
    value = &defaults;
    break;
  case SESSION:
  case WINDOW:
    value = o->own;
    break;
  }
  return *value; // NOWARN
}
