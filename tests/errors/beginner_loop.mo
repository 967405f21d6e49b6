// The loop and the modifier of other languages.
model Loop
  Real x[3](start 3);
equation
  for i = 1:3 loop
    x[i] = i;
  end for;
end Loop;
