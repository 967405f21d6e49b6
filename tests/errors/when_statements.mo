model WhenStatements
  Real x(start = 0), y;
  Integer i(start = 0), j(start = 0), k(start = 0);
  parameter Real p = 1;
equation
  der(x) = 1;
  y = 2*x;
algorithm
  when x > 1 then
    when y > 1 then
      i := 1;
    end when;
  end when;
algorithm
  if x > 1 then
    when y > 1 then
      j := 1;
    end when;
  end if;
algorithm
  when x then
    k := 1;
  end when;
algorithm
  when noEvent(x > 1) then
    k := 1;
  end when;
algorithm
  when x > 1 then
    p := 2;
  end when;
algorithm
  when x > 1 then
    reinit(x, 2);
  end when;
algorithm
  if x > 2 then
    terminate();
  end if;
initial algorithm
  when x > 1 then
    x := 1;
  end when;
end WhenStatements;
