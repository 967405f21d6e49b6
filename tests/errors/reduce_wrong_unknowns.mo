model WrongUnknowns "as many equations as unknowns, but the wrong ones"
  Real level, inflow, outflow, height;
equation
  inflow = 2 + sin(time);
  der(level) = inflow - 0.5*level;
  inflow*level = 1;
  height + outflow = 3*level;
end WrongUnknowns;
