"""Numbers as text: as many digits as Python's repr has, and the same ones."""

import glob
import math
import os
import random
import struct
import subprocess

from .suite import ROOT, folder, need, write

N_RANDOM = 20000  # of each kind
PROGRAM = """#include "base/text/decimal_text.h"
#include <stdio.h>
int main(void)
{
  double value;
  char text[DECIMAL_TEXT_SIZE];
  while (fread(&value, sizeof value, 1, stdin) == 1)
    puts(decimal_text(value, text, NULL));
  return 0;
}
"""


def of_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def edges():
    """Each exponent, powers of ten and their neighbours, denormals."""
    last = (1 << 52) - 1
    for exponent in range(2047):
        for part in (0, 1, 2, last - 1, last, 1 << 51):
            yield of_bits(exponent << 52 | part)
    yield from map(of_bits, range(1, 1000))
    for place in range(-323, 309):
        bits = struct.unpack("<Q", struct.pack("<d", float(f"1e{place}")))[0]
        yield from (of_bits(bits + k) for k in range(-2, 3) if bits + k > 0)


def random_numbers():
    numbers = random.Random(20)
    for _ in range(N_RANDOM):
        yield of_bits(numbers.getrandbits(64))
        yield -round(numbers.uniform(0, 1000), numbers.randrange(12))
        # decimal numbers in the middle of two doubles
        yield math.ldexp(numbers.getrandbits(53), numbers.randrange(-60, 30))


def digits(text):
    """Without sign, point and outer zeros; and the power of ten."""
    mantissa, _, exponent = text.lstrip("-").partition("e")
    whole, _, part = mantissa.partition(".")
    found = (whole + part).lstrip("0")
    kept = found.rstrip("0")
    return kept, int(exponent or 0) - len(part) + len(found) - len(kept)


def like_repr():
    values = [v for v in (*edges(), *random_numbers())
              if math.isfinite(v) and v]
    texts = os.path.join(ROOT, "generator", "base", "text", "decimal_*.c")
    with folder() as place:
        source = write(os.path.join(place, "main.c"), PROGRAM)
        program = os.path.join(place, "main")
        subprocess.run(["cc", "-std=c11", "-O1", "-I",
                        os.path.join(ROOT, "generator"), source,
                        *glob.glob(texts), "-o", program, "-lm"], check=True)
        done = subprocess.run(
            [program], check=True, capture_output=True,
            input=struct.pack(f"<{len(values)}d", *values))
    found = done.stdout.decode().split()
    need(len(found) == len(values), f"{len(found)} of {len(values)}")
    for value, text in zip(values, found):
        need(float(text) == value and digits(text) == digits(repr(value)),
             f"{value!r}: {text}")


def collect(runner):
    runner.add("numbers/like_repr", like_repr)
