model GasTank "Balances of mass and energy, pressure and temperature wanted as states; index 1"
  constant Real R = 287;
  parameter Real V = 0.1, cv = 717;
  Real M(start = 0.12), U, d, u;
  Real p(start = 1e5, nominal = 1e5, stateSelect = StateSelect.prefer);
  Real T(start = 300, min = 1, nominal = 300, stateSelect = StateSelect.prefer);
equation
  M = V*d;
  p = d*R*T;
  u = cv*T;
  U = M*u;
  der(M) = 0.001*sin(time);
  der(U) = 0.001*sin(time)*(cv + R)*300 + 5*(300 - T);
end GasTank;
