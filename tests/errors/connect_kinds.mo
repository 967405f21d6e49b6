// Flows go with flows, signals with signals of the same type.
model ConnectKinds
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Probe
    Real v;
    Real i;
  end Probe;
  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector BooleanOutput = output Boolean;
  connector Potential = Real;
  connector Sized
    parameter Integer n = 1;
  end Sized;
  connector Constant
    constant Integer n = 1;
  end Constant;
  model A
    Pin p;
    Probe probe;
    RealInput u;
    BooleanOutput b;
    Potential x;
    Sized sized;
    Constant constant_size;
  end A;
  A a, b;
equation
  connect(a.p, b.probe);
  connect(a.u, b.b);
  connect(a.u, b.x);
  connect(a.sized, b.constant_size);
end ConnectKinds;
