// options: --model ExpandableElement
// One output of each of several components, connected to an expandable
// connector: it gets an array with one element for each component.
model ExpandableElement
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  block Source
    parameter Real k;
    Out y[2] = {k*time, time};
  end Source;
  Source source[3](k = {1, 2, 3});
  Bus bus, outside;
equation
  connect(source.y[1], bus.y1);
  connect(bus, outside);
end ExpandableElement;
