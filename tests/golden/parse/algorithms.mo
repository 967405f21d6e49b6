function Algorithms
  input Real u;
  output Real y;
initial algorithm
  y := 0;
algorithm
  y := if u > 0 then 1 else 2 "value";
  y[1].z[end] := ({1, 2})[1];
  .A.b := 3;
  (a, , b[2]) := f(u);
  (y) := g();
  (, c) := .h(1);
  print("x");
  if u > 0 then
    y := 1;
  elseif u < 0 then
    y := 2;
  else
    y := 3;
  end if;
  for i in 1:2:10, j in 1:3 loop
    if i == 3 then
      break;
    end if;
  end for;
  while y < 10 loop
    y := y + 1;
    return;
  end while annotation(x = 1);
  when u > 1 then
    y := 1;
  elsewhen u > 2 then
    y := 2;
  end when;
algorithm
  return "end";
end Algorithms;
