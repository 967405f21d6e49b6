// Arrays of connectors are connected element by element; connect in loops and
// under structural conditions.
connector Port
  Real T;
  flow Real Q;
end Port;

connector RealInput = input Real;
connector RealOutput = output Real;

model Cell
  Port a, b;
equation
  a.Q + b.Q = 0;
  a.T - b.T = a.Q;
end Cell;

block Sum
  parameter Integer n = 2;
  RealInput u[n];
  RealOutput y;
equation
  y = u[1] + u[2];
end Sum;

block Source
  RealOutput y[2];
equation
  y = {time, 2*time};
end Source;

model Arrays
  parameter Integer n = 3;
  parameter Boolean closed = true;
  Cell cell[n];
  Port end_port[2];
  Sum sum;
  Source source;
equation
  for i in 1:n - 1 loop
    connect(cell[i].b, cell[i + 1].a);
  end for;
  if closed then
    connect(cell[1].a, end_port[1]);
    connect(cell[n].b, end_port[2]);
  end if;
  if not closed then
    connect(cell[1].a, cell[n].b);
  end if;
  connect(source.y, sum.u);
  end_port.T = {1, 0};
end Arrays;
