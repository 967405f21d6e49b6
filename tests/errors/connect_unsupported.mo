model ConnectUnsupported "streams and expandable connectors"
  connector FluidPort
    Real p;
    flow Real m_flow;
    stream Real h;
  end FluidPort;
  expandable connector Bus
    Real speed;
  end Bus;
  model Tank
    FluidPort port;
    Bus bus;
  end Tank;
  Tank a, b;
equation
  connect(a.port, b.port);
  connect(a.bus, b.bus);
end ConnectUnsupported;
