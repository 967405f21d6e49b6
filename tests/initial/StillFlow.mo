model StillFlow "Nothing flows at the start: what would is open for this moment, and the run begins all the same"
  parameter Real left = 5, right = 1 "enthalpies";
  Real m(start = 0, fixed = true) "flow from left to right";
  Real H, h(start = 3) "of the flow, between both";
  Real E(start = 0, fixed = true);
equation
  der(m) = 1;
  H = semiLinear(m, left, h);
  H = semiLinear(m, h, right);
  der(E) = H;
end StillFlow;
