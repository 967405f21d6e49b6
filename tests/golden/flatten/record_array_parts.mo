// options: --model RecordArrayParts
// What is written for the records of an array inside of a record names the
// fields of the record around: those that the constructor, or the variable of
// the function, has. Every number follows from z and w by hand.
model RecordArrayParts
  record S
    Real k = 65;
    Real j = k*k;
  end S;
  operator record Pair
    Real re;
    Real im;
  end Pair;
  record R
    Real z = 3;
    S a[2](each k = z);
    S b[2](k = {z, 2*z});
    S c[0](each k = z);
    Pair d[2](each re = z, im = {4, z});
  end R;
  record Q
    Real w = 1;
    R r[2](each z = w);
    R s(z = w, a(each k = w + 1));
    R t[2](z = {w, 2*w}, b(k = {{w + 1, w + 2}, {w + 3, w + 4}}));
  end Q;
  record Sized
    parameter Integer n = 2;
    S a[n](k = {i/n for i in 1:n});
  end Sized;
  function made
    input Real x;
    output Q q = Q(w = x);
  algorithm
  end made;
  function by_parts
    input Real x;
    output Q q(w = x);
  protected
    Integer i = 1;
  algorithm
    while i < 3 loop
      q.s.a[i].j := q.s.a[i].j + 1;
      i := i + 1;
    end while;
  end by_parts;
  function rows
    input Real x;
    output Real y[2] = {0, 0};
  protected
    S s[2](k = {x, 2*x});
    R r[2](each a(k = {x, 3*x}), b(k = {{x, 1}, {2*x, 2}}));
    Integer i = 1;
  algorithm
    while i < 3 loop
      y[i] := s[i].j + 10*r[1].a[i].j + 100*r[i].b[1].j;
      i := i + 1;
    end while;
  end rows;
  Q q = Q(w = 8);
  Q changing = Q(w = time);
  Q of_function = made(2);
  Q with_loop = by_parts(2);
  Sized sized = Sized(n = 3);
  Real y[2] = rows(2);
end RecordArrayParts;
