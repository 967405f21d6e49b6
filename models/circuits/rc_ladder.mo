model RcLadder "A line of resistors and capacitors, open at its end"
  import Electric.*;
  parameter Integer n = 50 "number of cells";
  constant Real pi = 3.14159265358979;
  Resistor r[n](each R = 1);
  Capacitor c[n](each C = 1,
                 v(start = {sin(pi*k/(2*n + 1)) for k in 1:n}, each fixed = true));
  Ground gnd;
equation
  connect(gnd.p, r[1].p);
  for k in 1:n loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, gnd.p);
  end for;
  for k in 2:n loop
    connect(r[k - 1].n, r[k].p);
  end for;
  annotation(experiment(StopTime = 100, Interval = 1, Tolerance = 1e-8),
             __foucault(plot = "c[1].v,c[10].v,c[25].v,c[50].v"));
end RcLadder;
