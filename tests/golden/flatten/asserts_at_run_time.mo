model AssertsAtRunTime "assertions that are looked at while the model runs"
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
initial equation
  assert(k < 10, "k is large", AssertionLevel.warning);
equation
  der(x) = -k*x;
  assert(x < 2, "x is " + String(x));
  assert(k > 0, "k must be positive");
  assert(x > 0.5 and k < 5, "x is \"small\"", level = AssertionLevel.warning);
end AssertsAtRunTime;
