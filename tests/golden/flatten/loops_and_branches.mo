type Color = enumeration(red, green, blue);

model LoopsAndBranches
  parameter Integer n = 3;
  parameter Boolean fast = true;
  parameter Real limit = 0.5;
  Real x[n, 2];
  Real c[Color];
  Real b[Boolean];
  Real y(start = 0), z, w[2];
equation
  for i in 1:n, j in 1:2 loop
    x[i, j] = i*j*time;
  end for;
  for e in Color loop
    c[e] = Integer(e);
  end for;
  for t in Boolean loop
    b[t] = if t then 1 else 0;
  end for;
  if fast and n > 2 then
    der(y) = 1;
  elseif n > 1 then
    der(y) = 2;
    z = 7;
  end if;
  if limit > 0.1 then
    z = y;
  else
    z = -y;
  end if;
  if time > 1 then
    w[1] = y;
    w[1] + w[2] = 3;
  elseif y > 2 then
    w = {1, 2};
  else
    for k loop
      w[k] = k;
    end for;
  end if;
  assert(n > 2, "n is checked at translation");
initial equation
  if not fast then
    y = 1;
  end if;
end LoopsAndBranches;
