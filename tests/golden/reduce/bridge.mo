model Bridge "one linear loop, one nonlinear equation, assignments around"
  parameter Real R1 = 1, R2 = 2, R3 = 3, R4 = 4, R5 = 5;
  Real u, va, vb, i5, id, vd(start = 0.6);
equation
  u = 10*sin(time);
  (u - va)/R1 = va/R2 + i5;
  (u - vb)/R3 + i5 = vb/R4;
  i5 = (va - vb)/R5;
  id = 1e-3*(exp(vd/0.1) - 1);
  vd + R1*id = va;
end Bridge;
