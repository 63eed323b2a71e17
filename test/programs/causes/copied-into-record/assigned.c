// An element of a table is assigned to the caller's record.
struct entry {
    const char *name;
    int (*run)(const char *);
};

static struct entry *table;
static int count;

static int find(int key, struct entry *out)
{
    for (int i = 0; i < count; i++)
        if (table[i].name[0] == key) {
            *out = table[i];
            return 1;
        }
    return 0;
}

int run(int key)
{
    struct entry e;
    if (!find(key, &e))
        return -1;
    return e.run(e.name); // NOWARN
}
