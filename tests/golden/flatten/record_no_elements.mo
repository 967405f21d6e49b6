// options: --model RecordNoElements
// Arrays of records without elements inside of records that are made in
// different ways: they are of one type.
model RecordNoElements
  record S
    Real k = 1;
  end S;
  record R
    Real z = 2;
    S a[0];
    Real v[2] = {1, 2};
  end R;
  record T
    R r[2];
    Real q = 3;
  end T;
  function last
    input R x;
    input Integer n;
    output R y;
  protected
    R q[2];
  algorithm
    for i in 1:n loop
      q[i] := x;
    end for;
    y := q[n];
  end last;
  R p;
  R joined[3] = cat(1, {R()}, {p, p});
  R found[2] = {p, last(R(z = 3), 2)};
  T nested[2] = cat(1, {T(r = fill(p, 2))}, fill(T(q = 5), 1));
  R given[2] = {R(a = fill(S(), 0)), R(4)};
end RecordNoElements;
