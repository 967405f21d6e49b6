// Constants and parameters in connectors must agree; they are not connected.
connector Plug
  parameter Integer m = 2;
  constant Real nominal = 230;
  parameter Real phase;
  Real v[m];
  flow Real i[m];
end Plug;

model Load
  parameter Integer m = 2;
  parameter Real phase = 0.5;
  Plug plug(m = m, phase = phase);
equation
  plug.v = plug.i;
end Load;

model Source
  Plug plug(m = 2, phase = 0.5);
equation
  plug.v = {1, 2};
end Source;

model Parameters
  Load load;
  Source source;
equation
  connect(load.plug, source.plug);
end Parameters;
