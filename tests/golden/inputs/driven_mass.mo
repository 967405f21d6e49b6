model DrivenMass "an input that is not differentiated passes"
  input Real force(start = 1);
  parameter Real m = 2;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) = force;
end DrivenMass;
