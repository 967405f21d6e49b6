model WaterNetwork
  "18 pipes, 13 nodes, two buffers: a day of drawing water, index 2, 9 states"
  constant Integer from[18] = {1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 11, 11,
    12, 12, 13} "node where a pipe begins";
  constant Integer to[18] = {2, 3, 6, 4, 5, 5, 10, 5, 4, 8, 5, 10, 8, 9, 12, 7,
    8, 11} "node where it ends";
  constant Integer A[13, 18] = {{if from[j] == n then 1 else if to[j] == n then
    -1 else 0 for j in 1:18} for n in 1:13} "what leaves node n";
  constant Real pi = 3.141592653589793;
  parameter Real nu(unit = "m2/s") = 1.31e-6, rho(unit = "kg/m3") = 1000;
  parameter Real g(unit = "m/s2") = 9.8;
  parameter Real critical = 2300 "Reynolds number where turbulence begins";
  parameter Real length(unit = "m") = 1000, d(unit = "m") = 1, k = 2e-4
    "length, diameter and roughness of the pipes";
  parameter Real b(unit = "m2") = 200 "area of a buffer";
  parameter Real area(unit = "m2") = pi*d^2/4, v = rho*length/area;
  Real q[18](each unit = "m3/s", each start = 0, each nominal = 1e-3,
    fixed = {j == 5 or j == 6 or j == 7 or j == 8 or j == 10 or j == 11 or
             j == 17 for j in 1:18}) "flow";
  Real lambda[18](each start = 0.0475194045291853) "friction";
  Real p[13](each unit = "Pa", each start = 109800, each nominal = 1e5,
    fixed = {n == 5 or n == 8 for n in 1:13}) "pressure";
  Real re[18] "Reynolds number";
  Real e[13](each unit = "m3/s") "what enters from outside";
  Real h(unit = "h") = time/3600;
equation
  for n in 1:13 loop
    e[n] = if n == 1 then (1 - cos(exp(-h) - 1))/200
           else if n == 13 then (1 - cos(exp(-h) - 1))/80
           else if n == 10 then -h^2*(3*h^2 - 92*h + 720)/1e6 else 0;
  end for;
  for j in 1:18 loop
    re[j] = abs(q[j]*d/(nu*area));
    v*der(q[j]) = p[from[j]] - p[to[j]] - (if re[j] > critical then
      lambda[j]*rho*length*q[j]^2/(area^2*d) else 32*nu*rho*length*q[j]
      /(area*d^2));
    0 = 1/sqrt(lambda[j]) - 1.74 + 2*log10(2*k/d + 18.7/((if re[j] > critical
      then re[j] else critical)*sqrt(lambda[j])));
  end for;
  for n in 1:13 loop
    if n == 5 or n == 8 then
      b/(rho*g)*der(p[n]) = e[n] - sum(A[n, j]*q[j] for j in 1:18) "buffer";
    else
      0 = e[n] - sum(A[n, j]*q[j] for j in 1:18);
    end if;
  end for;
  annotation(experiment(StopTime = 61200, Interval = 200, Tolerance = 1e-8),
             __foucault(plot = "q[1],q[7],q[12],q[18]"));
end WaterNetwork;
