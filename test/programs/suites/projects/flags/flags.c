// Flags that other files read and no code changes.
int always = 1;
int never = 0;
