// Section 9.3: causal connections.
connector In = input Real;
connector Out = output Real;

block Gain
  In u;
  Out y;
  parameter Real k = 1;
equation
  y = k*u;
end Gain;

block Twice
  In u;
  Out y;
  Gain a(k = 2), b(k = 3);
equation
  connect(u, a.u);
  connect(a.y, b.u);
  connect(b.y, y);
end Twice;

model SpecSignals
  In u[2];
  Out y[2];
  Twice t[2];
equation
  connect(u, t.u);
  connect(t.y, y);
end SpecSignals;
