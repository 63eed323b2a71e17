// The single rotation of an AVL tree with its left child.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct AvlNode *Position;

struct AvlNode {
    int Element;
    Position Left;
    Position Right;
    int Height;
};

static int Height(Position P)
{
    return P == NULL ? -1 : P->Height;
}

static int Max(int a, int b)
{
    return a > b ? a : b;
}

Position singleRotateWithLeft(Position K2)
{
    Position K1;
    K1 = K2->Left;
    K2->Left = K1->Right;
    K1->Right = K2;
    K2->Height = Max(Height(K2->Left), Height(K2->Right)) + 1;
    K1->Height = Max(Height(K1->Left), K2->Height) + 1;
    return K1;
}

static Position make(int depth)
{
    Position P;
    if (depth <= 0 || __VERIFIER_nondet_int() == 0)
        return NULL;
    P = malloc(sizeof *P);
    if (P == NULL)
        exit(1);
    P->Element = depth;
    P->Left = make(depth - 1);
    P->Right = make(depth - 1);
    P->Height = Max(Height(P->Left), Height(P->Right)) + 1;
    return P;
}

static void release(Position P)
{
    if (P == NULL)
        return;
    release(P->Left);
    release(P->Right);
    free(P);
}

int main(void)
{
    Position P = make(4);
    if (P != NULL && P->Left != NULL)
        P = singleRotateWithLeft(P);
    release(P);
    return 0;
}
