// options: --model IfFoundLater
// Conditions that follow, by way of other parameters, from one that an initial
// equation determines: the running model decides.
model IfFoundLater
  parameter Real p(fixed = false);
  parameter Real limit = 1;
  final parameter Real q = 2*p;
  parameter Boolean large = q > limit;
  parameter Boolean between = large and q < 100;
  parameter Boolean known = limit > 0;
  Real x, y, z;
initial equation
  p = 3;
equation
  if large then
    x = 1;
  else
    x = time;
  end if;
  if not between then
    y = 1;
  else
    y = time;
  end if;
  if known then
    z = 1;
  else
    z = time;
  end if;
end IfFoundLater;
