// one equation for each discrete variable, and none that needs itself
model Twice
  Integer n(start = 0), a, b;
  Boolean c, d;
equation
  when time > 1 then
    n = 1;
  end when;
  when time > 2 then
    n = 2;
  end when;
end Twice;
