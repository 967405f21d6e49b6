model ExternalRecord "records that do not cross the border, other languages"
  record Point
    Real x, y;
  end Point;
  record Row
    Real x[2];
  end Row;
  function returned
    input Real x;
    output Point p;
    external "C";
  end returned;
  function with_array
    input Row r;
    output Real y;
    external "C";
  end with_array;
  function several
    input Point p[2];
    output Real y;
    external "C";
  end several;
  function fortran
    input Point x;
    output Real y;
    external "FORTRAN 77" y = dlange(x);
  end fortran;
  function unknown
    input Real x;
    output Real y;
    external "builtin" y = sine(x);
  end unknown;
  Point p = returned(time);
  Real a = with_array(Row({time, 2}));
  Real b = several({Point(time, 2), Point(1, time)});
  Real c = fortran(Point(1, time));
  Real d = unknown(time);
end ExternalRecord;
