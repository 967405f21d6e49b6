model WashingMachine "A state machine with a machine inside of one of its states"
  inner Real level(start = 0, unit = "l") "water in the drum";
  inner output Integer runs(start = 0) "of the whole programme";
  output Real speed(unit = "1/min") = hold(spin.speed);
  Boolean pressed = sample(time, Clock(1, 2)) > 2.2;

  block Off
  end Off;

  block Fill
    outer output Real level;
  equation
    level = previous(level) + 3;
  end Fill;

  block Wash "To the left for three ticks, to the right for a second, five times"
    inner Integer turns(start = 0);

    block Left
      outer output Integer turns;
      Boolean first(start = true);
    equation
      first = false;
      turns = previous(turns) + (if previous(first) then 1 else 0);
    end Left;

    block Right
    end Right;

    block Done
    end Done;

    Left left;
    Right right;
    Done done;
  equation
    initialState(left);
    transition(left, right, ticksInState() >= 3, immediate = false);
    transition(right, left, timeInState() >= 1, immediate = false, priority = 2);
    transition(right, done, turns >= 5, immediate = false);
  end Wash;

  block Spin
    outer output Real level;
    outer output Integer runs;
    Real speed(start = 0);
  equation
    level = max(previous(level) - 5, 0);
    speed = previous(speed) + 200;
    runs = if speed < 300 then previous(runs) + 1 else previous(runs);
  end Spin;

  Off off;
  Fill fill;
  Wash wash;
  Spin spin;
equation
  initialState(off);
  transition(off, fill, pressed and previous(runs) < 2);
  transition(fill, wash, level >= 10, immediate = false);
  transition(wash, spin, true, immediate = false, synchronize = true);
  transition(spin, fill, spin.speed >= 600 and runs < 2, immediate = false);
  transition(spin, off, spin.speed >= 600, immediate = false, priority = 2);
  annotation(experiment(StopTime = 40, Interval = 0.1),
             __foucault(plot = "speed,runs"));
end WashingMachine;
