model ExpandableSize
  connector RealOutput = output Real;
  expandable connector Bus
  end Bus;
  block Sensor RealOutput y = time; end Sensor;
  Bus a, b;
  Sensor s;
equation
  connect(a.x[65536, 65536], s.y);
  connect(b.x[2, 2], s.y);
  connect(b.x[100000, 3], s.y);
  connect(b.x[100000, 100000], s.y);
end ExpandableSize;
