model RealEquality
  Real x = time;
  Boolean b = x == 1;
  Boolean c = 0.5 <> x;
end RealEquality;
