model WaterTube "Flows and pressures of 13 nodes and 18 pipes: what is fixed varies"
  constant Integer A[13, 18] = {
    {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {-1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, -1, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, -1, -1, 1, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, -1, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1, 1, -1, 0, 0, 0, -1, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, -1},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1, 1, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}} "incidence: +1 the pipe leaves the node, -1 it enters";
  constant Integer fromNode[18] = {1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 11, 11, 12, 12, 13};
  constant Integer toNode[18] = {2, 3, 6, 4, 5, 5, 10, 5, 4, 8, 5, 10, 8, 9, 12, 7, 8, 11};
  constant Real pi = 3.141592653589793;
  parameter Real nu = 1.31e-6, grav = 9.8, rho = 1e3, rcrit = 2.3e3, len = 1e3, k = 2e-4, d = 1, b = 200;
  parameter Real area = pi*d^2/4, mu = nu*rho, v = rho*len/area, c = b/(rho*grav);
  parameter Real q0[18] = zeros(18) "start values";
  parameter Real rise[13] = zeros(13) "of the external inflow, more";
  Real phi[18](start = q0) "flow";
  Real lambda[18](each start = 0.0475194045291853) "resistance coefficient";
  Real p[13](start = {0, 0, 0, 0, 109800, 0, 0, 109800, 0, 0, 0, 0, 0}, fixed = {i == 5 or i == 8 for i in 1:13}) "pressure";
  Real re[18] "Reynolds number";
  Real e[13] "external inflow minus outflow";
  Real th = time/3600 "hours";
equation
  for n in 1:13 loop
    e[n] = (if n == 1 then (1 - cos(exp(-th) - 1))/200 else if n == 13 then (1 - cos(exp(-th) - 1))/80 else if n == 10 then -th^2*(3*th^2 - 92*th + 720)/1e6 else 0) + rise[n]*time;
  end for;
  for i in 1:18 loop
    re[i] = abs(phi[i]*d/(nu*area));
    v*der(phi[i]) = p[fromNode[i]] - p[toNode[i]] - (if re[i] > rcrit then lambda[i]*rho*len*phi[i]^2/(area^2*d) else 32*mu*len*phi[i]/(area*d^2));
    0 = 1/sqrt(lambda[i]) - 1.74 + 2*log10(2*k/d + 18.7/((if re[i] > rcrit then re[i] else rcrit)*sqrt(lambda[i])));
  end for;
  for n in 1:13 loop
    if n == 5 or n == 8 then
      c*der(p[n]) = e[n] - sum(A[n, j]*phi[j] for j in 1:18);
    else
      0 = e[n] - sum(A[n, j]*phi[j] for j in 1:18);
    end if;
  end for;
end WaterTube;
