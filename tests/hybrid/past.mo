model Past "delay, with a time that changes; smooth, noEvent, semiLinear"
  Real x = sin(time), lag = 0.5 + 0.25*sin(time);
  Real y = delay(x, 0.5), z = delay(x, lag, 1);
  Real y_error = y - (if time < 0.5 then 0 else sin(time - 0.5));
  Real z_error = z - (if time < lag then 0 else sin(time - lag));
  Real worst(start = 0, fixed = true);
  Real root = noEvent(if x > 0 then sqrt(x) else 0);
  Real bent = smooth(0, if x > 0 then x else 2*x);
  Real mixed = semiLinear(x, 3, 5);
  Real area(start = 0, fixed = true), heat(start = 0, fixed = true);
  Boolean on = delay(if time > 1 then 1.0 else 0.0, 0.3) > 0.5;
  Real t_on(start = 0);
equation
  der(worst) = y_error^2 + z_error^2;
  der(area) = bent;
  der(heat) = mixed;
  when on then
    t_on = time;
  end when;
end Past;
