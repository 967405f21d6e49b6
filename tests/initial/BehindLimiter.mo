model BehindLimiter "An exciter whose limit follows from what it limits"
  parameter Real e0(fixed = false), i0(fixed = false), k = 0.2;
  Real x, i(start = 1.5), v, w, most, u, f, load, gap;
  Boolean above;
initial equation
  der(x) = 0;
  i0 = i;
  e0 = if i0 <= 0 then 1.6 else 1.6 + 0.1*i0;
equation
  above = x > 5;
  der(x) = v*f - i;
  i = x + 0.1*x^2;
  w = if e0 >= most then most else e0;
  v = if above then most else w;
  u = k*i/v;
  f = if u <= 0 then 1 elseif u <= 0.433 then 1 - 0.577*u elseif u < 0.75 then sqrt(0.75 - u^2) elseif u<1 then 1.732*(1-u) else 0;
  load = if v <= 0 then 0 else 0.1*(v - 0.5)^2/v;
  gap = load - 0.2*i;
  most = (6 - i)/max(1 + gap, 1e-300);
end BehindLimiter;
