model ClockSolvers "Differential equations on a clock, by every solver method"
  model Plant "is discretized by what is sampled into it"
    parameter String method;
    input Real u;
    Real x(start = 1), v(start = 0), e, ud;
  equation
    ud = sample(u, Clock(Clock(1, 10), solverMethod = method));
    der(x) = -2*x + v + e;
    2*der(v) = -v + ud - x;
    e = 0.1*time + 0.1*x;
  end Plant;
  Plant euler(method = "ExplicitEuler", u = sin(time));
  Plant mid(method = "ExplicitMidPoint2", u = sin(time));
  Plant runge(method = "ExplicitRungeKutta4", u = sin(time));
  Plant implicit(method = "ImplicitEuler", u = sin(time));
  Plant trapezoid(method = "ImplicitTrapezoid", u = sin(time));
  Real slow(start = 0) "takes the method of what it samples";
  Real w(start = 1) "a nonlinear equation at each tick of an event clock";
  Clock beat = Clock(sin(10*time) > 0.5, 0.1);
  Real y = hold(w), n(start = 0) = previous(n) + interval(w);
  Real a, b "of equations that have to be solved";
equation
  der(slow) = subSample(euler.x, 2) + 1;
  der(w) = -w^3 + sample(time, Clock(beat, "ImplicitEuler"));
  2*a + b = w;
  a - b = 1;
end ClockSolvers;
