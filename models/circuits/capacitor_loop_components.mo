model CapacitorLoopComponents
  "A voltage source parallel to a capacitor, built from components, index 2"
  Electric.SineVoltage src;
  Electric.Capacitor c1(C = 1);
  Electric.Resistor r(R = 1);
  Electric.Capacitor c2(C = 1, v(start = 0, fixed = true));
  Electric.Ground gnd;
equation
  connect(src.p, c1.p);
  connect(src.n, gnd.p);
  connect(c1.n, gnd.p);
  connect(src.p, r.p);
  connect(r.n, c2.p);
  connect(c2.n, gnd.p);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "c1.v,c2.v,src.i"));
end CapacitorLoopComponents;
