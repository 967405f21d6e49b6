model TwoBrakes "One shaft, two brakes: how much each of them carries is open"
  model Brake "Holds a shaft up to a torque, then slides"
    parameter Real capacity(unit = "N.m");
    input Real w(unit = "rad/s") "speed of the shaft";
    output Real tau(unit = "N.m");
    Real s "torque if it holds, acceleration beyond the capacity else";
    Boolean slides(start = false, fixed = true);
  equation
    slides = s > capacity or pre(slides) and w > 0;
    tau = if slides then capacity else s;
    der(w) = if slides then s - capacity else 0;
  end Brake;

  parameter Real J(unit = "kg.m2") = 0.5;
  output Real w(unit = "rad/s", start = 0, fixed = true);
  Real drive(unit = "N.m") = 2*time;
  Brake a(capacity = 2, w = w), b(capacity = 1, w = w);
equation
  J*der(w) = drive - a.tau - b.tau;
  annotation(experiment(StopTime = 3, Interval = 0.02),
             __foucault(plot = "a.tau,b.tau,w"));
end TwoBrakes;
