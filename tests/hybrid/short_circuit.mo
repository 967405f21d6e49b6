model ShortCircuit "A condition in front of a subscript"
  Integer i = integer(time) + 1;
  Real v[3] = {1, 2, time};
  Boolean b = i <= 3 and v[i] > 1.5;
  Boolean c = i > 3 or v[i] > 1.5;
  Boolean d = i >= 1 and (i > 3 or v[i] > 1.5) and not (i <= 3 and v[i] > 3);
  Real x = if not i > 3 then v[i] else 0;
end ShortCircuit;
