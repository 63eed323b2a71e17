-- Figure 3: builds a list and loses its head, once there are two elements.
type el;
type ela is access el;
type el is record
  item: natural;
  next: ela;
end record;

p: ela; i, n: natural;

p := new el;
p.item := 1;
for i in 2..n loop
  p.next := new el;
  p := p.next;
  p.item := i;
end loop;
free(p);
