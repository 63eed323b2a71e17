-- Figure 2: three records; freeing the first loses the other two, which point at each other.
type bin;
type bna is access bin;
type bin is record
  left: bna;
  right: bna;
end record;

p1, p2, p3: bna;

p1 := new bin; p2 := new bin; p3 := new bin;
p1.left := p3;
p1.right := p2;
p1.right.left := p3;
p3.right := p2;
p2 := nil; p3 := nil;
free(p1);
