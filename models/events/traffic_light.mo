model TrafficLight "A light with a button: when, elsewhen, time events"
  type Light = enumeration(Green, Yellow, Red);
  parameter Real yellow(unit = "s") = 3, red(unit = "s") = 10;
  parameter Real press[2](each unit = "s") = {4, 30} "the button is pressed";
  Boolean pressed = time >= press[1] and time < press[1] + 1 or
    time >= press[2] and time < press[2] + 1;
  Light light(start = Light.Green, fixed = true);
  Real until(unit = "s", start = -1) "end of the present phase";
  output Integer phase = Integer(light);
  output Real waiting(unit = "s", start = 0, fixed = true) "time spent at red";
  Integer clock = integer(time) "full seconds";
equation
  when pressed and pre(light) == Light.Green then
    light = Light.Yellow;
    until = time + yellow;
  elsewhen pre(light) == Light.Yellow and time >= pre(until) then
    light = Light.Red;
    until = time + red;
  elsewhen {pre(light) == Light.Red and time >= pre(until), time >= 1000} then
    light = Light.Green;
    until = -1;
  end when;
  der(waiting) = if light == Light.Red then 1 else 0;
  annotation(experiment(StopTime = 45, Interval = 0.25, Tolerance = 1e-9),
             __foucault(plot = "phase,waiting"));
end TrafficLight;
