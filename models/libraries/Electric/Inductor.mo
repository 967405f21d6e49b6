within Electric;
model Inductor
  extends TwoPin;
  parameter Inductance L = 1;
equation
  L*der(i) = v;
end Inductor;
