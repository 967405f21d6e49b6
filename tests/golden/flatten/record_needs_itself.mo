// options: --model RecordNeedsItself.Test
// A field of a record that follows from another field by way of the component
// that gets the whole record: sizes need one field each, not all of them. The
// same where a constructor makes the record (made).
package RecordNeedsItself
  record Side
    parameter Real rate = 1;
    parameter Real pressure = 1;
  end Side;
  record Data
    parameter Real level = 1;
    parameter Real capacity = 1;
    parameter Side side[2];
  end Data;
  model Pump
    parameter Data data;
    final parameter Real capacity = 2*data.level;
    final parameter Real rate = data.side[2].pressure + 1;
    Real x[integer(capacity)] = fill(time, integer(capacity));
    Real y[integer(rate)] = fill(time, integer(rate));
  end Pump;
  model Test
    parameter Data data(level = 1, capacity = pump.capacity,
                        side(rate = {1, pump.rate}, pressure = {5, 2}));
    Pump pump(data = data);
    parameter Data made = Data(level = 3, capacity = sum(grid));
    final parameter Integer n = integer(made.level);
    final parameter Real grid[n] = {2*i for i in 1:n};
  end Test;
end RecordNeedsItself;
