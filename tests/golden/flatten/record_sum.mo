// options: --model RecordSum.Test
// The record as a whole needs an array whose size needs a field of the record:
// the field alone is known first, then the array, then the whole.
package RecordSum
  record Data
    parameter Real level = 1;
    parameter Real capacity = 1;
  end Data;
  model Pump
    parameter Data data;
    Real x[integer(data.level)] = fill(time, integer(data.level));
    final parameter Integer n = integer(data.level);
  end Pump;
  model Test
    parameter Data data(level = 2, capacity = sum(grid));
    Pump pump(data = data);
    final parameter Real grid[pump.n] = {2*i for i in 1:pump.n};
  end Test;
end RecordSum;
