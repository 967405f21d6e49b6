model A "C:\dir\q"
  parameter String s = "\x41";
end A;
