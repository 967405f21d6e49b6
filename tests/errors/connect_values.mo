// Constants and parameters of connected connectors must have equal values.
model ConnectValues
  connector Plug
    parameter Integer m = 3;
    constant String kind = "ac";
    Real v;
    flow Real i;
  end Plug;
  model Load
    Plug plug;
  equation
    plug.v = plug.i;
  end Load;
  Load a, b(plug(m = 4)), c(plug(kind = "dc"));
equation
  connect(a.plug, b.plug);
  connect(a.plug, c.plug);
end ConnectValues;
