within ;
package Shapes "A small library in a folder"
  constant Real g = 9.81 "used by its classes";

  type Length = Real(unit = "m", min = 0);

  package Inside "Written in package.mo"
    model Point
      extends Icons.Drawn;
      Length x(start = 1);
    end Point;
  end Inside;
  annotation(version = "1.2.0");
end Shapes;
