// Records with values of their own whose fields a function assigns, where the
// function is carried out at translation.
model Record_by_parts
  record Point
    Real x = 2, y = x + 1;
  end Point;
  record Box
    Real weight[2] = {1, 2};
    Point corner(y = 7);
    Real volume;
  end Box;
  function box "some fields are assigned, the others keep what is written"
    input Real v;
    input Boolean moved;
    output Box b;
  algorithm
    b.volume := v;
    if moved then
      b.corner.x := 10*v;
    end if;
    b.weight[1] := b.weight[2] + b.corner.y;
  end box;
  constant Box still = box(3, false);
  constant Box moved = box(3, true);
  Real x[integer(moved.weight[1]) - 7];
equation
  x = fill(time, size(x, 1));
end Record_by_parts;
