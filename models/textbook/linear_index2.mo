model LinearIndex2 "Four linear equations of second order, index 2, two states"
  Real x1(start = -1), x2(start = 1, fixed = true);
  Real x3(start = -1), x4(start = 1);
  Real w1(start = -1), w2(start = 0, fixed = true), w3(start = 1)
    "first derivatives";
equation
  der(x1) = w1;
  der(x2) = w2;
  der(x3) = w3;
  x1 + x2 + sin(time) = 0;
  x1 + x2 + x3 + cos(time) = 0;
  x1 + x4 + sin(2*time) = 0;
  2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0;
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "x1,x2,x3,x4"));
end LinearIndex2;
