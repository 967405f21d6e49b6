// options: --model RecordStartValue
// A protected record with a field that has a start instead of a value, and one
// of which a size is made.
model RecordStartValue
  record Data
    parameter Real w(start = 0.5);
    parameter Integer n = 2;
  end Data;
  block Column
    parameter Data data;
    Real x[data.n] = fill(time*data.w, data.n);
  end Column;
protected
  parameter Data data;
  Column column(final data = data);
end RecordStartValue;
