model HandedDerivatives
  "A trailer that gets position, speed and acceleration as signals"
  function moved "Depends on the first signal; the others are its derivatives"
    input Real signal[3];
    input Real t;
    output Real s;
  algorithm
    s := signal[1];
    annotation(Inline = false, derivative(noDerivative = signal) = moved1);
  end moved;
  function moved1
    input Real signal[3];
    input Real t;
    input Real dt;
    output Real v;
  algorithm
    v := signal[2];
    annotation(Inline = false,
      derivative(noDerivative = signal, order = 2) = moved2);
  end moved1;
  function moved2
    input Real signal[3];
    input Real t;
    input Real dt;
    input Real d2t;
    output Real a;
  algorithm
    a := signal[3];
    annotation(Inline = false);
  end moved2;

  parameter Real m = 1 "of the car";
  parameter Real trailer_m = 3;
  Real s(start = 0, fixed = true), v(start = 0, fixed = true), a;
  Real trailer_s, trailer_v, trailer_a, pull;
equation
  der(s) = v;
  der(v) = a;
  m*a = 1 + time - pull;
  trailer_s = moved({s, v, a}, time);
  trailer_v = der(trailer_s);
  trailer_a = der(trailer_v);
  trailer_m*trailer_a = pull;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "s,trailer_v,pull"));
end HandedDerivatives;
