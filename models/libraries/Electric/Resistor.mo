within Electric;
model Resistor
  extends TwoPin;
  parameter Resistance R = 1;
equation
  v = R*i;
end Resistor;
