// Faults that are found when all equations are there name the component in
// whose class they lie.
package Parts
  connector Input = input Real;
  connector Output = output Real;
  connector Port
    parameter Integer n = 1;
    Real v(quantity = q);
    flow Real i;
    parameter String q = "length";
  end Port;
  model Source
    Output y = time;
  end Source;
  model Sink
    Input u;
  end Sink;
  model Load
    Port port;
  equation
    port.v = port.i;
  end Load;
  model Net
    Source a, b;
    Sink c;
    Sink d, e;
    Load p, r(port(n = 2)), t(port(q = "angle"));
    parameter Real zero = 0;
    final parameter Real bad = 1/zero;
  equation
    connect(a.y, c.u);
    connect(b.y, c.u);
    connect(d.u, e.u);
    connect(p.port, r.port);
    connect(p.port, t.port);
  end Net;
end Parts;
model Places
  Parts.Net net(final zero = 0);
end Places;
