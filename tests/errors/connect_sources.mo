// Each signal has one source.
model ConnectSources
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u;
  end Sink;
  RealInput u;
  RealOutput y, z;
  Source first, second;
  Sink one, two, three, four;
equation
  connect(first.y, one.u);
  connect(second.y, one.u);
  connect(first.y, u);
  connect(two.u, three.u);
  connect(three.u, four.u);
  connect(y, z);
end ConnectSources;
