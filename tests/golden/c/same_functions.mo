// Two media of one text: their functions are made once.
model same_functions
  package Medium
    constant Real c = 2;
    function halved
      input Real x;
      output Real y = x;
    algorithm
      while y > c loop
        y := y/2;
      end while;
    end halved;
    function value
      input Real x;
      output Real y;
    algorithm
      y := c*halved(x) + halved(2*x);
      if y > 3 then
        y := 3;
      end if;
    end value;
  end Medium;

  model Part
    replaceable package M = Medium;
    input Real u;
    Real y = M.value(u);
  end Part;

  package Own = Medium;
  package Other = Medium(c = 5);
  Part a(redeclare package M = Own, u = time);
  Part b(redeclare package M = Medium(c = 2), u = time);
  Part d(redeclare package M = Other, u = time);
end same_functions;
