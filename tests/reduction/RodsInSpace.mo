model RodsInSpace "Two masses on rods, no start value fixed: n = 6, k = 2, 8 states"
  parameter Real g = 9.81;
  Real r[2, 3](start = {{0.6, 0, -0.8}, {1.2, 0.3, -1.5}});
  Real v[2, 3](start = {{0, 1, 0}, {0, 0, 0.5}});
  Real f[2];
  Real energy = (v[1]*v[1] + v[2]*v[2])/2 + g*(r[1, 3] + r[2, 3]);
equation
  der(r) = v;
  der(v[1]) = -f[1]*r[1] + f[2]*(r[2] - r[1]) + {0, 0, -g};
  der(v[2]) = -f[2]*(r[2] - r[1]) + {0, 0, -g};
  r[1]*r[1] = 1;
  (r[2] - r[1])*(r[2] - r[1]) = 0.75;
end RodsInSpace;
