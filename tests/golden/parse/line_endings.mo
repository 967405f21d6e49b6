model LineEndings "first
second"
  Real x; // comment
equation
  x = 1;
end LineEndings;
