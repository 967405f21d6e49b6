package Sys "Systems that are split"
  connector Flange
    Real s(unit = "m");
    flow Real f(unit = "N");
  end Flange;
  model Mass
    Flange a;
    parameter Real m(unit = "kg") = 1;
    Real v(unit = "m/s");
  equation
    v = der(a.s);
    m*der(v) = a.f;
  end Mass;
  model Spring
    Flange a, b;
    parameter Real c(unit = "N/m") = 1, d(unit = "N.s/m") = 0.1;
    Real rel(unit = "m") = b.s - a.s;
  equation
    b.f = c*rel + d*der(rel);
    a.f + b.f = 0;
  end Spring;
  model TwoMasses
    parameter Real k = 10;
    Mass m1(m = k/10, a.s(start = 1, fixed = true), v(start = 0, fixed = true));
    Mass m2(m = 2, a.s(start = 0, fixed = true), v(start = 0, fixed = true));
    replaceable Spring sp(c = k) constrainedby Spring(c = k);
  equation
    connect(m1.a, sp.a);
    connect(sp.b, m2.a);
    annotation(experiment(StopTime = 2));
  end TwoMasses;
  model Fixed
    Flange a;
  equation
    a.s = 0;
  end Fixed;
  model Joined "Two masses in one place: their accelerations are a loop"
    Mass m1(m = 1, a.s(start = 1, fixed = true), v(start = 0, fixed = true));
    Mass m2(m = 3);
    Spring sp(c = 10, d = 0);
    Fixed wall;
  equation
    connect(m1.a, m2.a);
    connect(m1.a, sp.a);
    connect(sp.b, wall.a);
    annotation(experiment(StopTime = 2));
  end Joined;
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Source
    Pin p, n;
    parameter Real V(unit = "V") = 5;
  equation
    p.v - n.v = V;
    p.i + n.i = 0;
  end Source;
  model Resistor
    Pin p, n;
    parameter Real R(unit = "Ohm") = 10;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Capacitor
    Pin p, n;
    parameter Real C(unit = "F") = 0.01;
    Real v(unit = "V", start = 0, fixed = true) = p.v - n.v;
  equation
    C*der(v) = p.i;
    p.i + n.i = 0;
  end Capacitor;
  model Cell "a resistor and a capacitor"
    Pin p, n, q;
    Resistor r;
    Capacitor c;
  equation
    connect(p, r.p);
    connect(r.n, c.p);
    connect(c.n, n);
    connect(c.p, q);
  end Cell;
  model Circuit
    Source s;
    Cell a, b(r.R = 20);
    Ground g;
  equation
    connect(s.p, a.p);
    connect(a.q, b.p);
    connect(s.n, g.p);
    connect(a.n, g.p);
    connect(b.n, g.p);
    annotation(experiment(StopTime = 1));
  end Circuit;
  model Sensing "A spring that computes its relative acceleration, too"
    extends Spring;
    Real v_rel(unit = "m/s"), a_rel(unit = "m/s2");
  equation
    v_rel = der(rel);
    a_rel = der(v_rel);
  end Sensing;
  model Sensed
    extends TwoMasses(redeclare Sensing sp);
  end Sensed;
  model Bridge "Capacitors in a triangle: nobody has all of their voltages"
    Source s(V = 3);
    Resistor r(R = 20);
    Capacitor a, b(C = 0.02), c;
    Ground g;
  equation
    connect(s.p, r.p);
    connect(r.n, a.p);
    connect(r.n, b.p);
    connect(b.n, c.p);
    connect(a.n, g.p);
    connect(c.n, g.p);
    connect(s.n, g.p);
    annotation(experiment(StopTime = 1));
  end Bridge;
  connector Port
    Real T(unit = "K");
    flow Real Q(unit = "W");
  end Port;
  model Body
    Port p;
    parameter Real C(unit = "J/K") = 100, T0(unit = "K") = 300;
  initial equation
    p.T = T0;
  equation
    C*der(p.T) = p.Q;
  end Body;
  model Wall
    Port a, b;
    parameter Real G(unit = "W/K") = 30;
  equation
    a.Q = G*(a.T - b.T);
    a.Q + b.Q = 0;
  end Wall;
  model Heat "Three bodies and two walls; the temperature of one is controlled"
    Body x(T0 = 400), y, z(C = 50);
    Wall xy, yz(G = xy.G/2);
  equation
    connect(x.p, xy.a);
    connect(xy.b, y.p);
    connect(y.p, yz.a);
    connect(yz.b, z.p);
    annotation(experiment(StopTime = 4));
  end Heat;
  connector Shaft
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Shaft;
  connector In = input Real;
  connector Out = output Real;
  block Wish
    Out y;
  equation
    y = 10*(1 - exp(-5*time));
  end Wish;
  block Control "PI"
    In wanted, is;
    Out y;
    parameter Real k = 2, Ti = 0.5;
    Real x(start = 0, fixed = true);
  equation
    der(x) = (wanted - is)/Ti;
    y = k*(wanted - is + x);
  end Control;
  model Motor
    In u;
    Shaft s;
    parameter Real R = 0.5, k = 0.4, L = 0.02;
    Real i(start = 0, fixed = true), e;
  algorithm
    e := k*der(s.phi);
  equation
    L*der(i) = u - R*i - e;
    s.tau = -k*i;
  end Motor;
  model Load
    Shaft s;
    Out w;
    parameter Real J(unit = "kg.m2") = 0.05, d = 0.01;
    Real phi(start = 0, fixed = true) = s.phi;
    discrete Integer turns(start = 0, fixed = true);
  equation
    w = der(phi);
    J*der(w) = s.tau - d*w;
    when phi > 6.283185307179586*(pre(turns) + 1) then
      turns = pre(turns) + 1;
    end when;
  initial equation
    w = 0;
  end Load;
  model Drive "A controlled motor"
    Wish wish;
    Control control;
    Motor motor;
    Load load;
    output Real speed = load.w;
  equation
    connect(wish.y, control.wanted);
    connect(load.w, control.is);
    connect(control.y, motor.u);
    connect(motor.s, load.s);
    annotation(experiment(StopTime = 2));
  end Drive;
  model Sky "Depends on time alone"
    Real g(unit = "m/s2") = 9.81*cos(time);
    Real far(start = 2, fixed = true);
    discrete Integer days(start = 0, fixed = true);
  equation
    der(far) = -far;
    when sample(0.25, 0.25) then
      days = pre(days) + 1;
    end when;
  end Sky;
  model Falls
    outer Sky sky;
    parameter Real k = 1;
    Real v(start = 0, fixed = true), w(start = 0, fixed = true);
  equation
    der(v) = -k*sky.g;
    der(w) = sky.far + sky.days;
  end Falls;
  model Fallen "A world that each part has for itself"
    inner Sky sky;
    Falls a, b(k = 2);
    annotation(experiment(StopTime = 1));
  end Fallen;
  model Air "What others do to it counts"
    Real T(unit = "K", start = 290, fixed = true), Q(unit = "W");
    In heat(unit = "W");
    Boolean is_warm = T > 300;
  equation
    Q = heat;
    50*der(T) = Q;
  end Air;
  model Stove
    outer Air air;
    Real T(unit = "K", start = 400, fixed = true);
    Out Q(unit = "W");
  equation
    Q = 20*(T - air.T);
    100*der(T) = -Q - (if air.is_warm then 10 else 0);
  end Stove;
  model Room "Equations of the system: they determine an input and its own"
    inner Air air;
    Stove a, b(T(start = 350));
    Real all(unit = "W") = a.Q + b.Q;
    Real work(unit = "J", start = 0, fixed = true);
  equation
    air.heat = all;
    der(work) = all;
    annotation(experiment(StopTime = 4));
  end Room;
  connector Opening
    Real p(unit = "Pa");
    flow Real m_flow(unit = "kg/s");
    stream Real h(unit = "J/kg");
  end Opening;
  model Tank
    Opening o;
    parameter Real p0 = 2, h0 = 100;
    Real m(start = p0, fixed = true), U(start = p0*h0, fixed = true);
  equation
    der(m) = o.m_flow;
    der(U) = o.m_flow*actualStream(o.h);
    o.p = m;
    o.h = U/m;
  end Tank;
  model Pipe
    Opening a, b;
    parameter Real k = 1;
  equation
    a.m_flow = k*(a.p - b.p);
    a.m_flow + b.m_flow = 0;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model Pair "Two tanks and no loop"
    Tank x(p0 = 3, h0 = 200), z;
    Pipe p;
  equation
    connect(x.o, p.a);
    connect(p.b, z.o);
    annotation(experiment(StopTime = 1));
  end Pair;
  model Flows "Three tanks at one point: streams mix there"
    Tank x(p0 = 3, h0 = 200), y(p0 = 1, h0 = 50), z(p0 = 2);
    Pipe px, py(k = 0.5), pz(k = 2);
  equation
    connect(x.o, px.a);
    connect(y.o, py.a);
    connect(z.o, pz.a);
    connect(px.b, py.b);
    connect(py.b, pz.b);
    annotation(experiment(StopTime = 1));
  end Flows;
end Sys;
