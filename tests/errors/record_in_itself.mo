// A record that contains itself, whose field a function assigns.
model RecordInItself
  record Box
    Real weight[2] = {1, 2};
    output Box b;
    Real volume;
  end Box;
  function box
    input Real v;
    output Box b;
  algorithm
    b.volume := v;
  end box;
  Box x = box(time);
end RecordInItself;
