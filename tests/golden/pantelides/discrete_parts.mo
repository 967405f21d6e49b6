model DiscreteParts "parameters and discrete variables are constant"
  parameter Real k = 2;
  Integer gear;
  Real x, v, force;
equation
  gear = if time > 1 then 2 else 1;
  der(x) = 2*v;
  der(v) = force - k*x;
  gear*x = k*time + noEvent(if x > 0 then x^2 else 0);
end DiscreteParts;
