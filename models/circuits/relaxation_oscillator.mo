model RelaxationOscillator
  "An amplifier with positive feedback charges a capacitor: its output jumps"
  parameter Real R = 1e3 "Ohm", C = 1e-3 "F";
  parameter Real V = 15 "limit of the output", gain = 1e4;
  Real vc(start = 0, fixed = true) "capacitor, at the inverting input";
  Real vin "difference of the inputs";
  Real vout(start = 15) "output; half of it is fed back";
equation
  vin = vout/2 - vc;
  /* no event: where one of the three solutions of this loop ceases to exist
     another one is found */
  vout = noEvent(if gain*vin > V then V
                 else if gain*vin < -V then -V else gain*vin);
  R*C*der(vc) = vout - vc;
  annotation(experiment(StopTime = 5),
             __foucault(plot = "vc,vout"));
end RelaxationOscillator;
