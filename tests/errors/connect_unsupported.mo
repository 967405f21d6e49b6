model ConnectUnsupported "expandable connectors"
  expandable connector Bus
    Real speed;
  end Bus;
  model Tank
    Bus bus;
  end Tank;
  Tank a, b;
equation
  connect(a.bus, b.bus);
end ConnectUnsupported;
