// options: -L ../libraries
within Shapes.Pars;
model LibraryWithin
end LibraryWithin;
