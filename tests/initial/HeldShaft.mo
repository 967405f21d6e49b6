model HeldShaft
  "A brake holds a shaft; that it rests at the start says nothing of the torque"
  parameter Real J = 2 "Inertia";
  parameter Real a0 = 0 "Acceleration at the start";
  Real w "Angular velocity";
  Real a "Angular acceleration";
  Real motor "Torque of the motor";
  Real brake "Torque of the brake";
  Real s(start = 0.25) "The brake's torque while it holds, else the acceleration";
  Boolean holds = time < 1;
initial equation
  w = 0;
  a = a0;
equation
  der(w) = a;
  J*a = motor - brake;
  a = if holds then 0 else s;
  brake = if holds then s else 0.5;
  der(motor) = 1;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-9));
end HeldShaft;
