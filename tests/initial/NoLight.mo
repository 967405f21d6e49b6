model NoLight "A cell that gives nothing below a limit: the light for its power"
  parameter Real power = 0.4;
  parameter Real light(fixed = false);
  Real u, i, heat(start = 0, fixed = true);
initial equation
  u*i = power;
equation
  u = if light > 1 then log(max(light, 1))/log(1000) else 0;
  i = if light > 1 then light/1000 else 0;
  der(heat) = u*i;
end NoLight;
