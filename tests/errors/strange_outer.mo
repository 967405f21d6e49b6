model StrangeOuter "Outer classes inside of each other"
  outer model X
    outer model Y
      X x;
    end Y;
    Y y;
  end X;
  inner model Y
    outer model X = X;
    X x;
  end Y;
  X x; Y y;
  inner model X
    Y y;
  end X;
end StrangeOuter;
