within Electric;
model Amplifier "A source of voltage controlled by another voltage"
  parameter Real A = 1 "gain";
  Pin inp "input, draws no current";
  Pin out "output";
  Pin ref "reference of both voltages";
equation
  inp.i = 0;
  out.i + ref.i = 0;
  out.v - ref.v = A*(inp.v - ref.v);
end Amplifier;
