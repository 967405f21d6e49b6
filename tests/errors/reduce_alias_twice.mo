model AliasTwice "x = y says nothing new the second time"
  Real x, y, z;
equation
  x = y;
  y = x;
  z = x + sin(time);
end AliasTwice;
