model ConnectorSizeCalled "Connected sizes that a function which calls itself has computed"
  function halvings
    input Integer m;
    output Integer n;
  algorithm
    n := if mod(m, 2) == 0 then 1 + halvings(div(m, 2)) else 0;
  end halvings;
  connector Plug
    parameter Integer n;
    Real v[n];
  end Plug;
  model Part
    parameter Integer m;
    final parameter Integer n = halvings(m);
    Plug plug(final n = n);
  end Part;
  Part a(m = 4), b(m = 12);
equation
  connect(a.plug, b.plug);
  a.plug.v = {time, 1};
end ConnectorSizeCalled;
