// options: -L ../libraries/nowhere
model LibraryRootMissing
end LibraryRootMissing;
