model Modifications
  Real x(start = 1, fixed = true, min = -1e-3) = 2;
  A a1();
  A a2() = b;
  A a3(x(y(z = 1) = 2, w), final v = 3 "why" + " and how", each u = 4, each final t = 5);
  A a4(p.q.r = 1, 's t'(start = 2));
  A a5(redeclare model M = N, redeclare each final B b = 3 "text" annotation(x = 1));
  A a6(redeclare replaceable model M = N(a = 1) constrainedby O(b = 2), redeclare replaceable input Real u[3](start = 0) constrainedby Real);
  A a7(replaceable type T = enumeration(a, b), each final replaceable parameter P p);
  A a8(redeclare function f = g, redeclare partial package P = Q);
  A a9 = break;
  A a10(x = break, y(z = 1) = break);
end Modifications;
