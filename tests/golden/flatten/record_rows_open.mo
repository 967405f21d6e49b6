// options: --model RecordRowsOpen.Test
// The records of an array of unwritten size differ in the sizes of their parts:
// how many there are follows without a value of the whole.
package RecordRowsOpen
  record Part
    parameter Integer n = 1;
    parameter Real v[n] = fill(1.0, n);
  end Part;
  model Sum
    parameter Part con[:];
    Real y[size(con, 1)];
  equation
    for i in 1:size(con, 1) loop y[i] = sum(con[i].v)*time; end for;
  end Sum;
  model Grid
    parameter Part con[:, :];
    parameter Integer d[3] = {ndims(con), size(con, 1), size(con, 2)};
    Real y = sum(con[1, 1].v) - sum(con[d[2], d[3]].v);
  end Grid;
  model Test
    parameter Part a(n = 2, v = {1, 2});
    parameter Part b(n = 3, v = {3, 4, 5});
    parameter Part same[2](each n = 2, v = {{6, 7}, {8, 9}});
    Sum list(con = {a, b, Part(n = 1, v = {6})});
    Sum named(con = same);
    Sum row[2](con = {{a, b}, {b, a}});
    Grid grid(con = {{a, b, a}, {b, a, b}});
  end Test;
end RecordRowsOpen;
