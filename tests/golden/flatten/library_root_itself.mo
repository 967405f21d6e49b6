// options: -L ../../libraries/Shapes
model LibraryRootItself
  Shapes.Inside.Point point;
equation
  point.x = 2;
end LibraryRootItself;
