// Which model stands at a place of a text.

/** A class as the outline has it: lines from 0. */
export interface Outline {
  name: string;
  isPackage: boolean;
  isClass: boolean;
  first: number;
  last: number;
  children: Outline[];
}

/** `within A.B;` at the front of a text, after comments; undefined: none. */
export function withinOf(text: string): string | undefined {
  const blanks = /^(?:\s+|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(text);
  const rest = text.slice(blanks ? blanks[0].length : 0);
  const found = /^within\s+([\w.']+)\s*;/.exec(rest);
  return found ? found[1] : undefined;
}

function around(list: Outline[], line: number): Outline[] {
  const found = list.find(
    (c) => c.isClass && c.first <= line && line <= c.last,
  );
  return found ? [found, ...around(found.children, line)] : [];
}

/** The full name of the class at the line, where the program would not take
 * it by itself: in a package, or in a file of one. */
export function modelAt(
  text: string,
  outline: Outline[],
  line: number,
): string | undefined {
  const within = withinOf(text);
  const way = around(outline, line);
  const inPackage = way.some((c) => c.isPackage);
  if (!within && !inPackage) return undefined;
  // a model inside of a model is a part of it: the outermost one is run
  let n = way.findIndex((c) => !c.isPackage) + 1;
  if (n === 0) n = way.length;
  const names = way.slice(0, n).map((c) => c.name);
  if (names.length === 0) return undefined;
  return [...(within ? [within] : []), ...names].join(".");
}
