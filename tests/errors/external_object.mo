model ExternalObjects
  class Thing
    extends ExternalObject;
    function constructor
      input Real x;
      output Thing thing;
      external "C" thing = thing_open(x);
    end constructor;
    function destructor
      input Thing thing;
      external "C" thing_close(thing);
    end destructor;
  end Thing;
  class Other
    extends ExternalObject;
    function constructor
      output Other other;
      external "C" other = other_open();
    end constructor;
    function destructor
      input Other other;
      external "C" other_close(other);
    end destructor;
  end Other;
  class Half "no destructor"
    extends ExternalObject;
    function constructor
      output Half half;
      external "C" half = half_open();
    end constructor;
  end Half;
  function size
    input Thing thing;
    output Integer n;
    external "C" n = thing_size(thing);
  end size;
  function makes "an object of its own"
    input Real x;
    output Integer n;
  algorithm
    n := size(Thing(x));
  end makes;
  ExternalObject nothing;
  Thing none;
  Half half = Half();
  Thing wrong = Other();
  Thing thing = Thing(1);
  Integer n = size(Other());
  constant Thing fixed = Thing(2);
  Integer m = makes(time);
  Real y = thing + 1;
end ExternalObjects;
