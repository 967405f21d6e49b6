model InductorCutsetComponents
  "A current source feeds two inductors, built from components, index 2"
  import E = Electric;

  model Branch "An inductor and a resistor in series"
    parameter E.Inductance L;
    parameter E.Resistance R;
    E.Pin p, n;
    E.Inductor inductor(L = L);
    E.Resistor resistor(R = R);
  equation
    connect(p, inductor.p);
    connect(inductor.n, resistor.p);
    connect(resistor.n, n);
  end Branch;

  E.SineCurrent src;
  Branch first(L = 1, R = 1, inductor(i(start = 0, fixed = true)));
  Branch second(L = 2, R = 3);
  E.Ground gnd;
equation
  connect(src.p, gnd.p);
  connect(src.n, first.p);
  connect(src.n, second.p);
  connect(first.n, gnd.p);
  connect(second.n, gnd.p);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "first.inductor.i,second.inductor.i"));
end InductorCutsetComponents;
