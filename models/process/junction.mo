package Streams "ports that carry enthalpy with the mass"
  connector Port
    Real p(unit = "Pa");
    flow Real m_flow(unit = "kg/s");
    stream Real h(unit = "J/kg") "of what flows out of the component";
  end Port;
  model Source "a large vessel"
    parameter Real p(unit = "Pa"), h(unit = "J/kg");
    Port port;
  equation
    port.p = p;
    port.h = h;
  end Source;
  model Pipe
    parameter Real R(unit = "Pa.s/kg") = 1;
    Port a, b;
  equation
    a.p - b.p = R*a.m_flow;
    a.m_flow + b.m_flow = 0;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model Tank "the pressure rises with the mass"
    parameter Real k(unit = "kg/Pa") = 1;
    Port port;
    Real m(unit = "kg", start = 0, fixed = true);
    Real U(unit = "J", start = 0, fixed = true);
    Real h(unit = "J/kg") = if noEvent(m > 0) then U/m else 0;
  equation
    der(m) = port.m_flow;
    der(U) = port.m_flow*actualStream(port.h);
    port.p = m/k;
    port.h = h;
  end Tank;
  model Branch "two pipes side by side, in a box"
    Port a, b;
    Pipe one(R = 2), two(R = 2);
  equation
    connect(a, one.a);
    connect(a, two.a);
    connect(one.b, b);
    connect(two.b, b);
  end Branch;
end Streams;
model Junction "Two streams mix; one of them turns round while the tank fills"
  Streams.Source cold(p = 3, h = 100), hot(p = 4, h = 200);
  Streams.Pipe first, second;
  Streams.Branch third;
  Streams.Tank tank;
equation
  connect(cold.port, first.a);
  connect(hot.port, second.a);
  connect(first.b, second.b);
  connect(first.b, third.a);
  connect(third.b, tank.port);
  annotation(experiment(StopTime = 4, Interval = 0.1, Tolerance = 1e-8),
             __foucault(plot = "cold.port.m_flow,hot.port.m_flow,tank.m"));
end Junction;
