"""Curves as a small SVG picture, readable at the width of a phone."""

import html
import math

WIDTH, HEIGHT = 360, 216
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 8, 34
# Variables of the page's style; the same as in generator/plot/svg.c.
COLORS = [f"var(--c{i})" for i in range(6)]
MOST_POINTS = 400  # per curve; more cannot be seen at this size


class Curve:
    def __init__(self, label, x, y):
        self.label, self.x, self.y = label, x, y


class Scale:
    """Numbers low..high to the pixels first..last, with round ticks."""

    def __init__(self, values, first, last):
        low, high = min(values), max(values)
        if high - low <= 1e-9*max(abs(low), abs(high)):
            pad = abs(low)/2 or 1  # a constant lies in the middle
            low, high = low - pad, high + pad
        self.low, self.high = low, high
        self.first, self.last = first, last

    def __call__(self, value):
        part = (value - self.low)/(self.high - self.low)
        return self.first + part*(self.last - self.first)

    def unit(self):
        """Pixels per one."""
        return abs(self.last - self.first)/(self.high - self.low)

    def shrink(self, unit):
        """As many pixels per one as `unit` says, or as before if fewer."""
        grow = self.unit()/unit
        if grow > 1:
            middle, half = (self.low + self.high)/2, (self.high - self.low)/2
            self.low, self.high = middle - grow*half, middle + grow*half

    def ticks(self):
        step = round_step((self.high - self.low)/4)
        k = math.ceil(self.low/step - 1e-9)
        found = []
        while k*step <= self.high + 1e-9*step:
            found.append(k*step)
            k += 1
        return found


def round_step(rough):
    """1, 2 or 5 times a power of ten, close to `rough`."""
    power = 10.0**math.floor(math.log10(rough))
    return next(m*power for m in (1, 2, 5, 10) if m*power >= rough*0.7)


def thinned(curve):
    """Every k-th point, and the last one."""
    n = len(curve.x)
    step = max(1, math.ceil(n/MOST_POINTS))
    kept = list(range(0, n, step))
    if kept[-1] != n - 1:
        kept.append(n - 1)
    return [(curve.x[i], curve.y[i]) for i in kept]


def points(curve, across, up):
    return " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in thinned(curve))


def label(value):
    return f"{value:.6g}".replace("-", "\N{MINUS SIGN}")


def grid(across, up):
    lines = []
    for tick in across.ticks():
        x = across(tick)
        lines.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" '
                     f'y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
                     f'<text class="below" x="{x:.1f}" '
                     f'y="{HEIGHT - BOTTOM + 13}">{label(tick)}</text>')
    for tick in up.ticks():
        y = up(tick)
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
                     f'y1="{y:.1f}" y2="{y:.1f}"/>'
                     f'<text class="beside" x="{LEFT - 5}" y="{y + 3.5:.1f}">'
                     f'{label(tick)}</text>')
    return lines


def scales(curves, is_phase):
    """For the two axes; a circle in a phase plot is to look like one, if that
    does not make it tiny."""
    across = Scale([v for c in curves for v in c.x], LEFT, WIDTH - RIGHT)
    up = Scale([v for c in curves for v in c.y], HEIGHT - BOTTOM, TOP)
    if is_phase and 0.25 < across.unit()/up.unit() < 4:
        unit = min(across.unit(), up.unit())
        across.shrink(unit)
        up.shrink(unit)
    return across, up


def draw(curves, below, is_phase):
    """An <svg> element; `below` names the horizontal axis."""
    across, up = scales(curves, is_phase)
    label = ", ".join(c.label for c in curves)
    lines = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
             f'aria-label="{html.escape(label)} over {html.escape(below)}">']
    lines += grid(across, up)
    for curve, color in zip(curves, colors(curves)):
        lines.append(f'<polyline style="stroke: {color}" '
                     f'points="{points(curve, across, up)}"/>')
    lines.append(f'<text class="below" x="{(LEFT + WIDTH - RIGHT)/2:.0f}" '
                 f'y="{HEIGHT - 5}">{html.escape(below)}</text></svg>')
    return "\n".join(lines)


def colors(curves):
    return [COLORS[i % len(COLORS)] for i in range(len(curves))]
