/* An external object is neither a number nor a text. */
model ObjectAsValue
  class Table
    extends ExternalObject;
    function constructor
      output Table table;
      external "C" table = makeTable();
    end constructor;
    function destructor
      input Table table;
      external "C" freeTable(table);
    end destructor;
  end Table;
  Table table = Table();
  Real x[3] = {1, 2, 3};
  Real a = x[table];
  String b = String(table);
  String c = String(Table());
  Real d[:] = table:table;
end ObjectAsValue;
