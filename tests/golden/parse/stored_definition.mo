within Some.'Quoted package';
// A line comment; /* not a block comment
/* a block comment // with
   * stars ** and lines */
final model A "first" end A;
encapsulated partial package P
end P;
final encapsulated type T = Real;
