"""Text that a command writes into a page of the docs, between two marks."""


def replace(page, begin, end, text):
    """What stands between the lines `begin` and `end` of the page is text."""
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(begin + "\n", 1)
    after = rest.split(end, 1)[1]
    with open(page, "w", encoding="utf-8") as file:
        file.write(f"{before}{begin}\n{text}\n{end}{after}")
