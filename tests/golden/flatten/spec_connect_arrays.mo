// Section 9.1: arrays of connectors, connect in loops.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Cell
  Pin p, n;
  parameter Real c = 1;
  Real q(start = 0, fixed = true);
equation
  der(q) = p.i;
  p.v - n.v = q/c;
  p.i + n.i = 0;
end Cell;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model SpecConnectArrays
  parameter Integer n = 3;
  Cell cell[n](c = {1, 2, 3}, each q.start = 0.5);
  Ground ground[2];
  Pin out[2];
equation
  for i in 1:n - 1 loop
    connect(cell[i].n, cell[i + 1].p);
  end for;
  connect(cell[n].n, ground[1].p);
  connect(out[2], cell[1].p);
  connect(out[1], ground[2].p);
end SpecConnectArrays;
