model FunctionLoops
  function dot
    input Real v[:];
    input Real w[:];
    output Real y = 0;
  algorithm
    for i loop
      y := y + v[i]*w[i];
    end for;
  end dot;
  function count
    input Real v[:];
    output Real y = 0;
  algorithm
    for i loop
      y := y + i;
    end for;
  end count;
  Real a = dot({time, 2, 3}, {1, 2});
  Real b = count({time, 2, 3});
end FunctionLoops;
