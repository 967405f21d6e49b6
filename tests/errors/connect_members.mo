// Connectors must have the same variables, recursively.
model ConnectMembers
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Flange
    Real s;
    flow Real f;
  end Flange;
  connector HeatedPin
    extends Pin;
    Real T;
    flow Real Q;
  end HeatedPin;
  connector Plug
    Pin pin[2];
  end Plug;
  connector LargePlug
    Pin pin[3];
  end LargePlug;
  connector Signal = input Real;
  model Electric
    Pin p;
    HeatedPin h;
    Plug plug;
    LargePlug large;
    Signal u;
  end Electric;
  model Mechanic
    Flange a;
  end Mechanic;
  Electric e, f;
  Mechanic m;
equation
  connect(e.p, m.a);
  connect(e.h, f.p);
  connect(e.p, f.h);
  connect(e.plug, f.large);
  connect(e.u, f.p);
end ConnectMembers;
