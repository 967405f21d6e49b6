/* The records of a sum are of one shape. */
model RecordSums
  operator record Row
    Real a[:];
    operator '+'
      function add
        input Row x;
        input Row y;
        output Row z;
      algorithm
        z := Row(x.a + y.a);
      end add;
    end '+';
  end Row;
  Row r = sum(Row(fill(1.0, i)) for i in 1:2);
end RecordSums;
