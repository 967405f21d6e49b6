// options: --model RecordFinal.Test
// The size needs one field of the record: all of its fields are final, as they
// would be if another one were asked for first.
package RecordFinal
  record Data
    parameter Integer level = 1;
    parameter Real loss = 0;
  end Data;
  model Tank
    parameter Data data;
    Real x[data.level] = fill(time, data.level);
    Real y = if data.loss <= 0 then time else data.loss*time;
  end Tank;
  model Test
    parameter Data data(level = 2);
    Tank tank(data = data);
  end Test;
end RecordFinal;
