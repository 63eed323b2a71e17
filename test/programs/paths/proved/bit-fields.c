// The range of a bit-field is that of its bits.
extern unsigned __VERIFIER_nondet_uint(void);

struct packed {
    unsigned index : 4;
    signed char step : 3;
};

static int numbers[16];
static int around[8];

int main(void)
{
    struct packed p;
    p.index = __VERIFIER_nondet_uint();
    p.step = (signed char)__VERIFIER_nondet_uint();
    numbers[p.index] = 1;
    around[p.step + 4] = 1;
    return 0;
}
