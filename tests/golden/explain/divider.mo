model Divider
  "A step of V jumps through v1 + v2 = V; q is a nonlinear function of v2, and its equation is one of the jump; what w is differentiated for does not jump."
  parameter Real C = 2;
  Real v1(start = 0, fixed = true), v2, q, i, V, w, dw;
equation
  V = if time < 1 then 0 else 3;
  v1 + v2 = V;
  q = v2 + v2^3;
  C*der(v1) = i;
  der(q) = i;
  w = sin(time);
  dw = der(w);
end Divider;
