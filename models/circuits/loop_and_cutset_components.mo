model LoopAndCutsetComponents
  "The circuit of LoopAndCutset built from components, index 2"
  import Electric.{Ground, Resistor, Capacitor, Inductor};
  import Electric.SineVoltage;
  import Electric.SineCurrent;
  constant Real pi = 3.14159265358979;
  SineVoltage vs;
  SineCurrent cs(w = 2, phase = pi/2);
  Capacitor c1(C = 1);
  Capacitor c2(C = 2, v(start = 0, fixed = true));
  Inductor l(L = 1);
  Resistor r(R = 1);
  Ground gnd;
equation
  connect(vs.p, c1.p);
  connect(vs.n, gnd.p);
  connect(c1.n, c2.p);
  connect(c2.n, gnd.p);
  connect(c2.p, r.p);
  connect(r.n, gnd.p);
  connect(cs.p, gnd.p);
  connect(cs.n, l.p);
  connect(l.n, c2.p);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "c1.v,c2.v,l.i,vs.i"));
end LoopAndCutsetComponents;
