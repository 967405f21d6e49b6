model LastResort "pre(v) of discrete Reals that are not fixed gives way"
  parameter Real a(fixed = false);
  Real T(start = 300, fixed = true), J(start = -5, fixed = true);
  Real U(start = 10, fixed = true), K(start = 4, fixed = true), y;
  discrete Real G(start = 1), Q(start = 0, fixed = true);
  discrete Real H(start = 7*a) "by what is found at the start";
  discrete Real F(start = 1) "no condition tells: it keeps its start value";
initial equation
  a = 2;
equation
  when sample(1, 1) then
    G = -2*pre(J);
    Q = -pre(J) - G;
    H = pre(H) + 1;
    F = pre(F) + 1;
  end when;
  T = 290 - J + 3*G;
  der(T) = Q - 0.1*(T - 290);
  U = K + 2*H;
  der(U) = F - U;
  y = pre(G) + pre(H);
end LastResort;
