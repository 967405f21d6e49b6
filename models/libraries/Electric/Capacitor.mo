within Electric;
model Capacitor
  extends TwoPin;
  parameter Capacitance C = 1;
equation
  C*der(v) = i;
end Capacitor;
