model StartOfC "start values that C code gives while the FMU runs"
  function cosine
    input Real u;
    output Real y;
    external "C" y = cos(u);
  end cosine;

  parameter Real a = 0.5;
  Real x(start = cosine(a), fixed = true);
  Real y[3](start = {1, cosine(2), 3}, each fixed = true);
  discrete Real d(start = cosine(a), fixed = true);
  output Real o = x + d;
equation
  der(x) = -x;
  der(y) = -y;
  when time > 0.5 then
    d = pre(d) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end StartOfC;
