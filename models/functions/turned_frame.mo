model TurnedFrame
  "A mass on a rod that a spiral spring turns; an orientation is a record"
  record Orientation
    Real c, s "Cosine and sine of the angle";
    Real w "Angular velocity";
  end Orientation;
  function resolve "From the turned frame to the fixed one"
    input Orientation R;
    input Real v[2];
    output Real fixed_v[2];
  algorithm
    fixed_v := {R.c*v[1] - R.s*v[2], R.s*v[1] + R.c*v[2]};
    annotation(derivative(noDerivative = R) = resolve_der);
  end resolve;
  function resolve_der "The change of R is known from R.w"
    input Orientation R;
    input Real v[2];
    input Real der_v[2];
    output Real fixed_v[2];
  algorithm
    fixed_v := resolve(R, der_v + R.w*{-v[2], v[1]});
  end resolve_der;

  parameter Real m = 2, L = 0.5, k = 3;
  Real phi(start = 1, fixed = true), w(start = 0, fixed = true);
  Orientation R;
  Real r[2], v[2], f[2];
equation
  R.c = cos(phi);
  R.s = sin(phi);
  R.w = w;
  der(phi) = w;
  r = resolve(R, {L, 0});
  der(r) = v;
  m*der(v) = f;
  r[1]*f[2] - r[2]*f[1] = -k*phi;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "phi,r[1],r[2]"));
end TurnedFrame;
