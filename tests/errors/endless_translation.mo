model EndlessTranslation "Functions without an end where a value is needed"
  function down
    input Integer n;
    output Integer r;
  algorithm
    r := down(n - 1) + 1;
  end down;
  function wait
    input Integer n;
    output Integer r;
  algorithm
    r := n;
    while r > 0 loop
      r := r + n - n;
    end while;
  end wait;
  Real x[down(3)] = zeros(down(3));
  Real y[wait(3)] = zeros(wait(3));
end EndlessTranslation;
