connector In = input Real;
connector Out = output Real;
expandable connector Bus end Bus;
block Gain In u; Out y; parameter Real k = 1; equation y = k*u; end Gain;
block Chain
  In u; Out y; Gain g[5](k = {1, 2, 3, 4, 5}); 
equation
  connect(u, g[1].u);
  for i in 1:4 loop connect(g[i].y, g[i + 1].u); end for;
  connect(g[5].y, y);
end Chain;
model Sensor Bus bus; Gain g; equation connect(bus.x, g.u); end Sensor;
model FamilySignals
  input Real u[4];
  output Real y[4];
  Chain c[4];
  In top[3];
  Gain h[6], hh[6](each k = 3);
  Sensor sen[4];
  Bus all;
  Gain src(u = time);
equation
  for i in 1:4 loop c[i].u = u[i]; y[i] = c[i].y; end for;
  connect(hh.y, h.u);
  for i in 1:6 loop hh[i].u = i*time; end for;
  for i in 1:4 loop connect(sen[i].bus, all); end for;
  connect(all.x, src.y);
end FamilySignals;
