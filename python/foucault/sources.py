"""What a call is about: files, or a model as text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional, Union

PathLike = Union[str, "os.PathLike[str]"]
Files = Union[PathLike, Sequence[PathLike]]

STDIN = "/dev/stdin"  # where the program finds the text
TEXT = "text.mo"      # what it is called in messages


@dataclass(frozen=True)
class Sources:
    words: tuple[str, ...]  # for the command line
    text: Optional[str] = None  # for its standard input

    @classmethod
    def of(cls, files: Files) -> Sources:
        if isinstance(files, (str, os.PathLike)):
            files = [files]
        texts = [f for f in files if isinstance(f, str) and is_text(f)]
        if len(texts) > 1:
            raise ValueError("one model can be given as text, the others "
                             "must be files: join the texts")
        words = [STDIN if f in texts else os.fspath(f) for f in files]
        return cls(tuple(words), texts[0] if texts else None)

    @property
    def fmu(self) -> Optional[str]:
        """The FMU that is given in place of a model."""
        alone = len(self.words) == 1 and self.words[0].endswith(".fmu")
        return self.words[0] if alone else None


def is_text(words: str) -> bool:
    """Is it a model, not the path of one? Every model has a semicolon."""
    return ";" in words and not words.endswith((".mo", ".fmu"))
