model SteadyFrame "Coils in a frame that turns, each in a steady state"
  connector Pin
    Real v[2];
    flow Real i[2];
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v[2] = p.v - n.v, i[2] = p.i;
    outer Real w[2];
  equation
    p.i + n.i = zeros(2);
  end TwoPin;
  model Coil
    extends TwoPin;
    parameter Real L = 1, R = 1;
  initial equation
    der(i) = w[1]*{-i[2], i[1]};
  equation
    L*der(i) + w[2]*L*{-i[2], i[1]} + R*i = v;
  end Coil;
  model Source
    extends TwoPin;
    parameter Real V, phi = 0;
  equation
    v = {V*cos(phi), V*sin(phi)};
  end Source;
  model Switch
    extends TwoPin;
    Real s[2];
    input Boolean closed;
  equation
    v = s*(if closed then 1e-3 else 1);
    i = s*(if closed then 1 else 1e-3);
  end Switch;
  model Ground
    Pin p;
  equation
    p.v = zeros(2);
  end Ground;
  inner Real w[2] = {0, if time < 10 then 2 else 3};
  Source source(V = 10), other(V = 8, phi = 0.5);
  Coil a, b(R = 2), c(R = 3), d(R = 4);
  Switch q(closed = time < 10), r(closed = time < 10), fault(closed = time > 10);
  Ground ground;
equation
  connect(source.n, ground.p);
  connect(other.n, ground.p);
  connect(source.p, a.p);
  connect(a.n, b.p);
  connect(a.n, q.p);
  connect(q.n, c.p);
  connect(c.n, d.p);
  connect(d.n, r.p);
  connect(r.n, other.p);
  connect(b.n, other.p);
  connect(c.n, fault.p);
  connect(fault.n, ground.p);
end SteadyFrame;
