// getInstanceName() as the default of an input is the instance of the call
// (section 12.4.1); in the body of a function it is the model alone.
model InstanceNames
  function limited
    input Real x;
    input String name = getInstanceName();
    output Real y;
  algorithm
    assert(x < 10, "too large in " + name);
    y := 2*x;
  end limited;

  function through
    input Real x;
    output Real y;
  algorithm
    y := limited(x) + 1;
  end through;

  model Part
    function label
      input String path = getInstanceName();
      output String text = path + "!";
    end label;

    function relabel
      input String text = label();
      output String twice = text + text;
    end relabel;

    Real x = limited(time);
    parameter String name = label();
    parameter String twice = relabel();
  end Part;

  Part a, b[2];
  Real z = through(time);
end InstanceNames;
