model flow_begins "Flows that begin, end and turn back: until the event is found, what flows would enter at both ends"
  connector Port
    Real p;
    flow Real q;
    Real h;
    flow Real H;
  end Port;
  model Tank
    parameter Real h;
    Port port;
    Real E(start = 0, fixed = true);
  equation
    port.p = 0;
    port.H = semiLinear(port.q, port.h, h);
    der(E) = port.H;
  end Tank;
  model Pump "without a volume"
    Port a, b;
    Real h(start = 3) "enthalpy in it";
    input Real q;
  equation
    a.q = q;
    a.q + b.q = 0;
    a.H + b.H = 0;
    a.H = semiLinear(a.q, a.h, h);
    b.H = semiLinear(b.q, b.h, h);
  end Pump;
  model Pipe
    Port a, b;
    Real h(start = 3);
  equation
    a.q + b.q = 0;
    a.p - b.p = a.q;
    a.H + b.H = 0;
    a.H = semiLinear(a.q, a.h, h);
    b.H = semiLinear(b.q, b.h, h);
  end Pipe;
  Tank left(h = 5), right(h = 1);
  Pump pump(q = if time < 1 then 0 elseif time < 2 then (time - 1)*(2 - time)
    elseif time < 3 then 0 else 3 - time);
  Pipe pipe;
equation
  connect(left.port, pump.a);
  connect(pump.b, pipe.a);
  connect(pipe.b, right.port);
end flow_begins;
