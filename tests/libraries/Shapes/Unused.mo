within Shapes;
model Unused "Nobody asks for it, so nobody sees that it is faulty
