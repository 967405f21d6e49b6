model Pair
  Real a[2], b[2];
equation
  a = {1, 2}*time;
  2*a = {3, 4}*time;
end Pair;
model EquationsOfInstances
  Pair p, q;
end EquationsOfInstances;
