-- Figure 3 with the head kept: nothing is lost, for any n.
type el;
type ela is access el;
type el is record
  item: natural;
  next: ela;
end record;

procedure clear(list: in out ela) is
  rest: ela;
begin
  while list /= nil loop
    rest := list.next;
    free(list);
    list := rest;
  end loop;
end clear;

procedure build is
  head, p: ela; n: natural;
begin
  head := new el;
  p := head;
  p.item := 1;
  for i in 2..n loop
    p.next := new el;
    p := p.next;
    p.item := i;
  end loop;
  clear(head);
end build;
