// Section 12.4.6: a constructor of external objects that is called for each
// element of arrays makes one object each, with a number of its own.
model ExternalObjectArray
  class Table
    extends ExternalObject;
    function constructor
      input String text;
      input Real rows[:];
      output Table table;
      external "C" table = strdup(text);
    end constructor;
    function destructor
      input Table table;
      external "C" free(table);
    end destructor;
  end Table;
  function read
    input Table table;
    output Real y;
    external "C" y = atof(table);
  end read;
  parameter String text[3] = {"2.5", "1.5", "2.5"};
  Table table[3] = Table(text, fill(fill(0.0, 2), 3));
  Real y[3](each start = 0, each fixed = true);
  Real late[2] = {y[k]*read(table[k]) for k in 2:3};
equation
  der(y) = {read(table[k]) for k in 1:3};
end ExternalObjectArray;
