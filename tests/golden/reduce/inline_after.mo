// A bead on a bar that turns: s = cosh(w*time). Its speed is resolved in the
// frame of the bar by a function whose derivative takes the angular velocity
// for known. Behind the index reduction the calls are expressions: the loops
// are linear, and hold no derivative of T.
model inline_after
  function resolve
    input Real T[2, 2];
    input Real w;
    input Real v[2];
    output Real r[2];
  algorithm
    r := T*v;
    annotation(
      derivative(noDerivative = T, noDerivative = w) = resolve_der,
      InlineAfterIndexReduction = true);
  end resolve;

  function resolve_der
    input Real T[2, 2];
    input Real w;
    input Real v[2];
    input Real v_der[2];
    output Real r_der[2];
  algorithm
    r_der := resolve(T, w, v_der) + w*{T[2, :]*v, -T[1, :]*v};
    annotation(InlineAfterIndexReduction = true);
  end resolve_der;

  parameter Real w = 2;
  Real T[2, 2];
  Real phi(start = 0.5, fixed = true);
  Real s(start = 1, fixed = true), u(start = 0, fixed = true);
  Real v[2], f[2], N;
equation
  der(phi) = w;
  T = {{cos(phi), sin(phi)}, {-sin(phi), cos(phi)}};
  der(s) = u;
  resolve(T, w, v) = {u, w*s};
  der(v) = f;
  resolve(T, w, f) = {0, N};
end inline_after;
