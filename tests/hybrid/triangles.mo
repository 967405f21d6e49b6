model triangles "An amplifier with positive feedback between its limits, and an integrator after it"
  parameter Real gain = 100;
  Real x(start = 0, fixed = true) "falls and rises between -0.49 and 0.49";
  Real u(start = 0.5) = x + 0.5*v;
  Real v = if gain*u > 1 then 1 elseif gain*u < -1 then -1 else gain*u;
  Integer n(start = 0, fixed = true) "switches";
equation
  der(x) = -v;
  when change(high) then
    n = pre(n) + 1;
  end when;
protected
  Boolean high = v > 0;
end triangles;
