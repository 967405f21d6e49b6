model M
  package A
    replaceable record B Real a; end B;
    record R extends B; Real c; end R;
    function f input R r; output Real y; algorithm y := r.a + r.c; end f;
  end A;
  package A2 = A(redeclare record B Real a; Real b; end B);
  A.R r1(a = 1, c = 2);
  A2.R r2(a = 1, b = 3, c = 2);
  Real y = A.f(r1) + A2.f(r2);
  A.R r3 = r1;
  A2.R r4 = r2;
equation
  r3 = r2;
end M;
