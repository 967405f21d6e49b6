"""Small faults in the text of a C file, for mutants.py.

A mutation replaces a few tokens inside the body of one function:

  sign       a + b -> a - b, += -> -=, -a -> a
  factor     a * b -> a / b, *= -> /=
  bound      < -> <=, > -> >=
  equal      == -> !=
  logic      && -> ||
  constant   n -> n + 1, true -> false
  term       a + b -> a, a * b -> a, a && b -> a
  condition  if (a) -> if (!(a))
  statement  an assignment or a call whose result nobody uses is left out
  count      ++ -> --

and each of them the other way round. The text is taken as clang-format leaves
it: a product has spaces on both sides of its star, a pointer has not. Comments,
texts, lines of the preprocessor and assertions stay as they are, and so do
functions with labels, whose body cannot stand twice in one function.
"""

import collections
import re

TOKEN = re.compile(r"""
  (?P<line>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
| (?P<space>\s)
| (?P<comment>/\*.*?\*/|//[^\n]*)
| (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
| (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
| (?P<name>[A-Za-z_]\w*)
| (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S | re.M)

Token = collections.namedtuple("Token", "kind text begin end")
Function = collections.namedtuple("Function", "name is_void begin end")
# `begin`, `end`: what is replaced in the text of the file
Mutation = collections.namedtuple(
    "Mutation", "operator function begin end replacement")

SWAPS = {
    "+=": ("sign", "-="), "-=": ("sign", "+="),
    "*=": ("factor", "/="), "/=": ("factor", "*="),
    "<": ("bound", "<="), "<=": ("bound", "<"),
    ">": ("bound", ">="), ">=": ("bound", ">"),
    "==": ("equal", "!="), "!=": ("equal", "=="),
    "&&": ("logic", "||"), "||": ("logic", "&&"),
    "++": ("count", "--"), "--": ("count", "++"),
}
# What binds as strongly, from weak to strong.
LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="),
          ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))
LEVEL = {sign: k for k, signs in enumerate(LEVELS) for sign in signs}
ENDS = {")", "]", "}", ",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "%=",
        "|=", "&=", "^=", "<<=", ">>="}
KEYWORDS = {"return", "if", "for", "while", "do", "switch", "case", "default",
            "break", "continue", "else", "sizeof", "goto", "static", "const",
            "struct", "enum", "union", "int", "double", "char", "void", "long",
            "unsigned", "float", "short", "signed", "typedef", "extern",
            "register", "volatile", "inline"}
HEADS = {"if", "for", "while", "switch"}
ASSERTION = re.compile(r"\w*(?:assert|ASSERT)|(?:\w+_)?require")
# Calls that only give memory back: nothing can be seen without them.
RELEASES = re.compile(r"free|arena_release")


def tokens(text):
    """The tokens of a text that the compiler sees."""
    return [Token(m.lastgroup, m.group(), m.start(), m.end())
            for m in TOKEN.finditer(text)
            if m.lastgroup not in ("space", "comment")]


def partners(found):
    """The index of the closing bracket for that of each opening one, and the
    other way round; None where they do not fit."""
    pairs, stack = {}, []
    for k, token in enumerate(found):
        if token.kind != "sign":
            continue
        if token.text in "([{":
            stack.append(k)
        elif token.text in ")]}":
            if not stack:
                return None
            other = stack.pop()
            if found[other].text + token.text not in ("()", "[]", "{}"):
                return None
            pairs[other], pairs[k] = k, other
    return None if stack else pairs


def functions(found, pairs):
    """The functions that are defined: `begin` and `end` are the indices of the
    brackets of their bodies."""
    k = 0
    while k < len(found):
        if found[k].kind == "sign" and found[k].text == "{":
            close = pairs[k]
            if k and found[k - 1].text == ")":
                at = pairs[k - 1] - 1
                if at >= 0 and found[at].kind == "name":
                    yield Function(found[at].text,
                                   at > 0 and found[at - 1].text == "void",
                                   k, close)
            k = close
        k += 1


def has_labels(found, function):
    return any(found[k].text == "goto" for k in
               range(function.begin, function.end))


def is_operand(token):
    """A sign behind it has an operand on its left."""
    return (token.kind in ("number", "text") or token.text in ")]" or
            token.kind == "name" and token.text not in KEYWORDS)


def has_spaces(text, token):
    return text[token.begin - 1] in " \n" and text[token.end] in " \n"


def operand_end(found, pairs, k):
    """The index behind the right operand of the sign at k."""
    level, j = LEVEL[found[k].text], k + 1
    while True:
        token = found[j]
        if token.kind == "sign":
            if token.text in ENDS:
                return j
            binary = j > k + 1 and is_operand(found[j - 1])
            if binary and LEVEL.get(token.text, level + 1) <= level:
                return j
            if token.text in "([{":
                j = pairs[j]
        j += 1


def assertions(found, pairs, function):
    """The indices of the tokens of assertions."""
    inside = set()
    for k in range(function.begin, function.end):
        if (found[k].kind == "name" and ASSERTION.fullmatch(found[k].text)
                and found[k + 1].text == "("):
            inside.update(range(k, pairs[k + 1] + 1))
    return inside


def is_statement(found, k):
    """An assignment or a call begins at k, if a statement does."""
    first, second = found[k], found[k + 1]
    if first.kind == "sign":
        return first.text in ("*", "++", "--")
    if (first.kind != "name" or first.text in KEYWORDS
            or ASSERTION.fullmatch(first.text)
            or RELEASES.fullmatch(first.text)):
        return False
    return second.text in ("=", "+=", "-=", "*=", "/=", "|=", "&=", ".", "->",
                           "[", "(", "++", "--")


def statement_end(found, pairs, k):
    while found[k].text != ";":
        k = pairs[k] if found[k].text in ("(", "[", "{") else k
        k += 1
    return k


def begins_statement(found, pairs, function, k):
    """A statement begins at k, which is in no parentheses."""
    before = found[k - 1]
    if before.kind == "line" or before.text in (";", "}", "else", "do"):
        return True
    if before.text == "{":
        return opens_block(found, pairs, function, k - 1)
    if before.text == ":":  # of a case, not of a choice
        j = k - 2
        while found[j].text not in (";", "{", "}", "?", "case", "default"):
            j -= 1
        return found[j].text in ("case", "default")
    return before.text == ")" and found[pairs[k - 1] - 1].text in HEADS


def opens_block(found, pairs, function, k):
    """The brace at k opens a block, not a list of values."""
    before = found[k - 1]
    return (k == function.begin or before.text in (";", "}", "else", "do")
            or before.text == ")" and found[pairs[k - 1] - 1].text in HEADS)


def in_parentheses(found, pairs, function):
    """The indices of the tokens in parentheses."""
    inside, k = set(), function.begin
    while k < function.end:
        if found[k].text in ("(", "["):
            inside.update(range(k + 1, pairs[k]))
            k = pairs[k]
        k += 1
    return inside


def plus_one(number):
    """A constant that is one more; None: it is a bit or a mask."""
    if re.fullmatch(r"[0-9]+[uUlL]*", number):
        digits = re.match(r"[0-9]+", number).group()
        if len(digits) > 1 and digits[0] == "0":
            return None
        return str(int(digits) + 1) + number[len(digits):]
    if re.fullmatch(r"[0-9.]+(?:[eE][-+]?[0-9]+)?", number):
        return f"({number} + 1)"
    return None


def is_size(found, k):
    """The number at k is the size of an array that is declared there."""
    return (found[k - 1].text == "[" and found[k + 1].text == "]" and
            found[k - 2].kind == "name" and
            (found[k - 3].text == "*" or found[k - 3].kind == "name" and
             found[k - 3].text not in ("return", "case", "else", "sizeof")))


def mutations(text):
    """Every mutation of a file, in the order of the text."""
    found = tokens(text)
    pairs = partners(found)
    if pairs is None:
        return
    for function in functions(found, pairs):
        if has_labels(found, function):
            continue
        skipped = assertions(found, pairs, function)
        inside = in_parentheses(found, pairs, function)
        for k in range(function.begin + 1, function.end):
            if k in skipped:
                continue
            yield from mutations_at(text, found, pairs, function.name, k)
            if (k not in inside and is_statement(found, k)
                    and begins_statement(found, pairs, function, k)):
                yield replace(text, "statement", function.name, ";", found[k],
                              found[statement_end(found, pairs, k)])


def replace(text, operator, name, replacement, first, last):
    """The text from a token to another one; the number of lines stays."""
    lines = text.count("\n", first.begin, last.end)
    return Mutation(operator, name, first.begin, last.end,
                    replacement + "\n" * lines)


def mutations_at(text, found, pairs, name, k):
    token = found[k]

    def change(operator, replacement, last=k):
        return replace(text, operator, name, replacement, token, found[last])

    if token.kind == "number" and not is_size(found, k):
        more = plus_one(token.text)
        if more:
            yield change("constant", more)
    elif token.text in ("true", "false"):
        yield change("constant", "false" if token.text == "true" else "true")
    elif token.text == "if" and found[k + 1].text == "(":
        begin, end = found[k + 1].begin, found[pairs[k + 1]].end
        yield Mutation("condition", name, begin, end, f"(!{text[begin:end]})")
    elif token.kind == "sign":
        yield from sign_mutations(text, found, pairs, k, change)


def sign_mutations(text, found, pairs, k, change):
    sign, binary = found[k].text, is_operand(found[k - 1])
    product = sign in "*/" and binary and has_spaces(text, found[k])
    if sign in SWAPS:
        yield change(*SWAPS[sign])
    elif sign in "+-" and binary:
        yield change("sign", "-" if sign == "+" else "+")
    elif sign == "-":
        yield change("sign", " ")
    elif product:
        yield change("factor", "/" if sign == "*" else "*")
    if product or sign in ("+", "-", "&&", "||") and binary:
        yield change("term", "", operand_end(found, pairs, k) - 1)


def mutated(text, mutation):
    return text[:mutation.begin] + mutation.replacement + text[mutation.end:]


def line_of(text, mutation):
    return text.count("\n", 0, mutation.begin) + 1


def shown(text, mutation):
    """The line before and after, without its indentation."""
    begin = text.rfind("\n", 0, mutation.begin) + 1
    end = text.find("\n", mutation.end)
    before = text[begin:end]
    after = (text[begin:mutation.begin] + mutation.replacement +
             text[mutation.end:end])
    return tuple(" ".join(part.split()) for part in (before, after))


# --- many mutants in one program ----------------------------------------------

# Whether this mutant was asked for; the first question about each is noted. The
# functions of the system are declared here: the file has chosen its headers.
ASK = """\
static int mutant_asked(int number)
{
  extern char *getenv(const char *);
  extern int atoi(const char *), open(const char *, int, ...), close(int);
  extern int snprintf(char *, unsigned long, const char *, ...);
  extern long write(int, const void *, unsigned long);
  static int chosen = -1, n_noted, noted[64];
  if (chosen < 0) {
    const char *word = getenv("FOUCAULT_MUTANT");
    chosen = word ? atoi(word) : 0;
    if (!getenv("FOUCAULT_MUTANTS_REACHED")) n_noted = 64;
  }
  for (int k = 0; k < n_noted && n_noted < 64; k++)
    if (noted[k] == number) return chosen == number;
  if (n_noted < 64) {
    char text[32];
    int file = open(getenv("FOUCAULT_MUTANTS_REACHED"), 02001);
    noted[n_noted++] = number;
    snprintf(text, sizeof text, "%d\\n", number);
    if (file >= 0 && write(file, text, __builtin_strlen(text)) >= 0)
      close(file);
  }
  return chosen == number;
}
"""


def with_mutants(text, chosen):
    """The text with several mutants, pairs of a number and a mutation: the
    environment variable FOUCAULT_MUTANT chooses one when the program runs. The
    body of a mutated function stands there once for each mutant and once as it
    was, which is the one that runs if no mutant of it is chosen."""
    found = tokens(text)
    pairs = partners(found)
    parts, done, asked = [], 0, False
    for function in functions(found, pairs):
        begin, end = found[function.begin].begin, found[function.end].end
        inside = [(number, m) for number, m in chosen if begin <= m.begin < end]
        if not inside:
            continue
        if not asked:
            head = definition_begin(found, function)
            parts += [text[done:head], "\n", ASK,
                      f"#line {text.count(chr(10), 0, head) + 1}\n"]
            done, asked = head, True
        line = text.count("\n", 0, begin) + 1
        parts += [text[done:begin], "{\n"]
        for number, m in inside:
            body = text[begin:m.begin] + m.replacement + text[m.end:end]
            leave = "return;" if function.is_void else "__builtin_trap();"
            parts.append(f"if (mutant_asked({number})) {{\n#line {line}\n"
                         f"{body}\n{leave}\n}}\n")
        parts += [f"#line {line}\n", text[begin:end], "\n}\n"
                  f"#line {text.count(chr(10), 0, end) + 1}\n"]
        done = end
    return "".join([*parts, text[done:]])


def definition_begin(found, function):
    """Where the text of a function begins, before its type."""
    k = function.begin
    depth = 0
    while k > 0:
        before = found[k - 1]
        depth += {")": 1, "(": -1}.get(before.text, 0)
        if depth == 0 and (before.kind == "line" or before.text in (";", "}")):
            break
        k -= 1
    return found[k].begin
