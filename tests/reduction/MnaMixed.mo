model MnaMixed "C-V loop and L-I cutset in one circuit, conventional nodal equations, index 2"
  parameter Real C1 = 1, C2 = 2, L = 1, G = 1;
  Real e1, e2(start = 0, fixed = true), e3, jL, jV;
equation
  C1*(der(e1) - der(e2)) + jV = 0;
  C1*(der(e2) - der(e1)) + C2*der(e2) - jL + G*e2 = 0;
  jL - cos(2*time) = 0;
  L*der(jL) = e3 - e2;
  e1 = sin(time);
end MnaMixed;
