// A field of a record that is another record, and so on: that it has no value
// is found out once, not twice for each record.
model RecordChain
  record Data
    parameter Real a = 1;
    parameter Real b = 2;
  end Data;
  parameter Real p(fixed = false);
  Data d0(a = p, b = sum(g));
  Data d1 = d0;
  Data d2 = d1;
  Data d3 = d2;
  Data d4 = d3;
  Data d5 = d4;
  Data d6 = d5;
  Data d7 = d6;
  Data d8 = d7;
  Data d9 = d8;
  Data d10 = d9;
  Data d11 = d10;
  Data d12 = d11;
  Data d13 = d12;
  Data d14 = d13;
  Data d15 = d14;
  Data d16 = d15;
  Data d17 = d16;
  Data d18 = d17;
  Data d19 = d18;
  Data d20 = d19;
  Data d21 = d20;
  Data d22 = d21;
  Data d23 = d22;
  Data d24 = d23;
  Data d25 = d24;
  Data d26 = d25;
  Data d27 = d26;
  Data d28 = d27;
  Data d29 = d28;
  Data d30 = d29;
  Data d31 = d30;
  Data d32 = d31;
  Data d33 = d32;
  Data d34 = d33;
  Data d35 = d34;
  Data d36 = d35;
  Data d37 = d36;
  Data d38 = d37;
  Data d39 = d38;
  parameter Real g[integer(d39.b)] = ones(2);
  parameter Integer m = integer(d39.a);
  Real x[m] = fill(time, m);
initial equation
  p = 3;
end RecordChain;
