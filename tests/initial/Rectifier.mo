model Rectifier "A rectifier, by the mean of its currents, behind a machine"
  parameter Real E = 9162, w = 300, L = 0.0172, R = 0.0392, Rload = 6.41;
  parameter Real S = 1.57;
  Real i[2], v[2], s[2], i2, vDC, iDC, wm, psi[2];
equation
  i2 = i*i;
  s = S*i/(sqrt(i2) + 1e-5);
  v = vDC*s;
  psi = L*i + {E/w, 0};
  {-wm*psi[2], wm*psi[1]} + R*i + v = zeros(2);
  iDC = s*i;
  vDC = Rload*iDC;
  wm = w - 1e-6*vDC*iDC;
end Rectifier;
