// Sizes and values of the fields of a record that a function declares by its
// own variables: redeclared (section 7.3), asked for before anything is
// assigned, and with values that are declared after it.
model RecordSizes
  record System
    Real A[:, size(A, 1)];
    Real b[size(A, 1)];
  end System;

  function make
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output System s(redeclare Real A[size(A, 1), size(A, 2)],
                    redeclare Real b[size(b, 1)]);
  protected
    Integer n = size(s.b, 1);
  algorithm
    s.A := A;
    for i in 1:n loop
      s.b[i] := b[i];
    end for;
  end make;

  record Pair
    Real even[:], odd[:];
  end Pair;

  function split "an array without elements needs no assignment"
    input Integer n;
    output Pair p(redeclare Real even[div(n, 2)], redeclare Real odd[mod(n, 2)]);
  algorithm
    for i in 1:div(n, 2) loop
      p.even[i] := 2*i;
    end for;
    for i in 1:mod(n, 2) loop
      p.odd[i] := 1;
    end for;
  end split;

  function halves
    input Integer n;
    output Real low[div(n, 2)];
    output Real rest[mod(n, 2)];
  algorithm
    for i in 1:div(n, 2) loop
      low[i] := i;
    end for;
    for i in 1:mod(n, 2) loop
      rest[i] := n;
    end for;
  end halves;

  record Point
    Real x, y;
  end Point;

  function turned
    input Point p;
    output Point q(x = u, y = v);
  protected
    Real v = w + p.x;
    Real w = 1;
    Real u = -p.y;
  algorithm
  end turned;

  parameter System s = make([1, 2; 3, 4], {5, 6});
  parameter Integer n = 4;
  parameter Pair p = split(n);
  final parameter Real low[:] = halves(4);
  Point q = turned(Point(time, 2));
end RecordSizes;
