// Flags that other files look at, and nobody changes.
int always = 1;
int never = 0;
