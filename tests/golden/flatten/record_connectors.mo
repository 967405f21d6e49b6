model RecordConnectors "Connectors that stand for records have values as these do"
  operator record Phasor
    Real re, im;
  end Phasor;
  record Point
    Real x, y;
  end Point;
  connector PhasorOutput = output Phasor;
  connector PointOutput = output Point;
  connector Far = PointOutput;
  model Source
    PhasorOutput i[2] = {Phasor(time, 1), Phasor(2, time)};
    PointOutput p = Point(1, 2*time);
    Far far = Point(0, 0);
  end Source;
  Source source(far = Point(time, time));
  Far here = source.p;
end RecordConnectors;
