// The last turns of a loop go too far; the first ones do not.
model loop_repeat_end
  Real v[8], m[3, 8];
equation
  for k in 1:8 loop
    der(v[k]) = v[k + 2];
  end for;
  for k in 1:8 loop
    m[1, k] = 0;
    m[2, k] = 0;
    m[3, k] = m[k, 1];
  end for;
end loop_repeat_end;
