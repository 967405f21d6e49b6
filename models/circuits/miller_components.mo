model MillerComponents "Miller integrator built from components, index 2"
  import Electric.*;
  SineVoltage src;
  Resistor g(R = 1);
  Capacitor c1(C = 1, v(start = 0, fixed = true));
  Capacitor c2(C = 1);
  Amplifier amp(A = 1) "the circuit breaks down at A = 1 + C1/C2";
  Ground gnd;
equation
  connect(src.p, g.p);
  connect(src.n, gnd.p);
  connect(g.n, c1.p);
  connect(c1.n, gnd.p);
  connect(g.n, c2.p);
  connect(c2.n, amp.out);
  connect(g.n, amp.inp);
  connect(amp.ref, gnd.p);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "src.v,c1.v"));
end MillerComponents;
