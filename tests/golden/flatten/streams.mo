// Chapter 15: what inStream() of a port is depends on what it is connected
// to: nothing, one other port, a border, or several. Arrays go element by
// element; where nothing can come (min = 0) nothing is mixed.
model Streams
  connector Port
    Real p;
    flow Real m(nominal = 0.1);
    stream Real h(unit = "J/kg");
    stream Real x[2];
  end Port;
  model End
    Port port;
    Real h = inStream(port.h), x[2] = actualStream(port.x);
    Real h_inStream = 0;
  equation
    port.h = 1;
    port.x = {2, 3};
    port.m = port.p - 1;
  end End;
  model Border
    Port out;
    End inside;
  equation
    connect(out, inside.port);
  end Border;
  model Tee
    Port a, b, c;
  equation
    connect(a, b);
    connect(a, c);
  end Tee;
  End alone, left, right, one, two(port(m(min = 0))), three;
  Border border;
  Tee tee;
equation
  connect(left.port, right.port);
  connect(one.port, border.out);
  connect(one.port, two.port);
  connect(three.port, tee.a);
end Streams;
