// what may stand inside of a when-equation, and where it may stand
model WhenFaults
  parameter Integer p = 1;
  Real x(start = 1), y;
  Integer n(start = 0), m;
  discrete Real z;
equation
  der(x) = -x;
  y = pre(x);
  m = if edge(n) or change(2*n) then 1 else 0;
  when x then
    n = 1;
  end when;
  when noEvent(x > 1) then
    z = 1;
  end when;
  when x > 1 then
    2*z = x;
    p = 2;
    n = x;
    when x > 2 then
      z = 3;
    end when;
    reinit(z, 1);
    reinit(x);
    reinit(x, true);
  end when;
  if x > 3 then
    when time > 1 then
      z = 2;
    end when;
  end if;
  reinit(x, 2);
  terminate("now");
  when sample(x, 1) then
    z = 4;
  end when;
initial equation
  when x > 1 then
    z = 5;
  end when;
end WhenFaults;
