partial model Base "what all have in common"
  parameter Real k = 1;
  Real x(start = k, fixed = true);
protected
  parameter Real hidden = 2;
end Base;

partial model Decay
  extends Base(x(min = 0));
equation
  der(x) = -k*x*hidden;
end Decay;

partial model Output
  extends Base;
  output Real y;
end Output;

model Middle = Decay(k = 5);

model Inheritance "the base class that comes by two ways counts once"
  extends Middle(x(start = 10), hidden = 3);
  extends Output(k = 5, x(min = 0, start = 10), hidden = 3);
  Real z = 2*y;
equation
  y = k*x;
initial equation
  z = 4;
end Inheritance;
