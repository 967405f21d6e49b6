// options: --model ParallelCapacitors.Circuit
package ParallelCapacitors "a loop of two capacitors, with the equations of connect()"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Capacitor
    parameter Real C = 1;
    Pin p, n;
    Real u(start = 1);
  equation
    u = p.v - n.v;
    C*der(u) = p.i;
    p.i + n.i = 0;
  end Capacitor;
  model Resistor
    parameter Real R = 10;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    Capacitor a, b(C = 2);
    Resistor r;
    Ground g;
  equation
    connect(a.p, b.p);
    connect(b.p, r.p);
    connect(a.n, b.n);
    connect(b.n, r.n);
    connect(r.n, g.p);
  end Circuit;
end ParallelCapacitors;
