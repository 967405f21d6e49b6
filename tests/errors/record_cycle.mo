// options: --model RecordCycle.Test
// A cycle through a field of a record that is another record, and the size of
// an array: it is reported, whatever was tried before.
package RecordCycle
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
    parameter Data data(level = sum(grid), capacity = 2);
    Pump pump(data = data);
    final parameter Real grid[pump.n] = {2*i for i in 1:pump.n};
  end Test;
end RecordCycle;
