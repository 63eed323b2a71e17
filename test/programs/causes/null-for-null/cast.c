// A function hands its argument through; that others test the result says nothing about this caller's argument.
struct api {
    int n;
};

static struct api *get(struct api *p)
{
    if (!p)
        return 0;
    return p;
}

int a(struct api *p) { struct api *q = get(p); if (!q) return -1; return q->n; }
int b(struct api *p) { struct api *q = get(p); if (!q) return -1; return q->n + 1; }
int c(struct api *p) { struct api *q = get(p); if (!q) return -1; return q->n + 2; }
int d(struct api *p) { struct api *q = get(p); return q->n + 3; } // NOWARN
