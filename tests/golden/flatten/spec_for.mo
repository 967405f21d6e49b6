// Section 8.3.2: for-equations over ranges, vectors, with several iterators,
// and without a range.
model SpecFor
  parameter Integer n = 3;
  Real a[n], b[n, 2], c[3], d[n];
equation
  for i in 1:n loop
    a[i] = i*time;
    for j in 1:2 loop
      b[i, j] = a[i] + j;
    end for;
  end for;
  for i in {1, 3} loop
    c[i] = i;
  end for;
  c[2] = 0;
  for i loop
    d[i] = -a[i];
  end for;
end SpecFor;
