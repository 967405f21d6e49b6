model OpenLine "A line between two open switches: nothing gives its voltage"
  parameter Real closing = 0.5;
  Real v(start = 1), va(start = 0.4), vb(start = 0.4), w(start = 1);
  Real i, ia, ib, x(start = 0, fixed = true);
equation
  der(x) = v - x;
  1 - v = i;
  v*(i + ia) = 0.21;
  if time < closing then
    ia = 0;
    ib = 0;
  else
    va = v;
    vb = w;
  end if;
  va - vb = 0.2*ia;
  ia + ib = 0;
  w*(1.3 - w + ib) = 0.4;
end OpenLine;
