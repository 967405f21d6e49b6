package P
  constant Real c = 1;
end P;

partial model Half
  Real x;
end Half;

function f
  input Real x;
  output Real y;
algorithm
  y := x;
end f;

model ComponentClass
  P p;
  Half h;
  f g;
  Real x = P;
  Real y = P(1) + h(2) + x(3);
end ComponentClass;
