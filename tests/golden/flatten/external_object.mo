// Constructors of external objects: the head alone, for reading.
model ExternalObjectText
  class Table
    extends ExternalObject;
    function constructor
      input String text;
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
  parameter String text = "2.5";
  Table table = Table(text);
  Real y = time*read(table);
end ExternalObjectText;
