// Quantities, where given, are the same in a connection set.
model ConnectQuantities
  type Voltage = Real(quantity = "ElectricPotential");
  type Pressure = Real(quantity = "Pressure");
  connector Pin
    Voltage v;
    flow Real i;
  end Pin;
  connector Port
    Pressure v;
    flow Real i;
  end Port;
  connector Plain
    Real v;
    flow Real i;
  end Plain;
  model A
    Pin p;
    Port q;
    Plain r;
  equation
    p.v = p.i;
    q.v = q.i;
    r.v = r.i;
  end A;
  A a, b, c;
equation
  connect(a.p, b.r);
  connect(b.r, c.q);
end ConnectQuantities;
