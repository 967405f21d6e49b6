model EvaluateFollows "What Evaluate = true is said of is known, with all that it follows from"
  record Card Real R = 0, C = 1; end Card;
  record Line Real R, G; end Line;
  function rename
    input Card card;
    output Line line;
  algorithm
    line.R := 2*card.R;
    line.G := card.C;
  end rename;
  parameter Real a = 3, free = 1;
  parameter Real b = 2*a annotation(Evaluate = true);
  parameter Card card;
  final parameter Line line = rename(card) annotation(Evaluate = true);
  final parameter Line other = Line(line.R + 1, 2*line.G) "a final record of what is known";
  final parameter Line open = Line(free, 2*b);
  Real x = b + line.R*time + other.G*open.R;
end EvaluateFollows;
