within Electric;
model Ground "The node of potential zero"
  Pin p;
equation
  p.v = 0;
end Ground;
