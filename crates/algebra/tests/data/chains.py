"""Random expressions at rational points, to 45 digits: `python3 chains.py > chains.txt`.

Needs mpmath 1.x. Each line: the expression in reverse Polish notation, then its value.
"""

import random
from fractions import Fraction

import mpmath as mp

mp.mp.prec = 1500
random.seed(1)

UNARY = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
         "atanh", "exp", "log", "sqrt", "abs", "neg"]
BINARY = ["+", "-", "*", "/", "atan2", "pow"]


def number():
    x = Fraction(random.randint(-99, 99), random.choice((1, 1, 2, 3, 7, 10, 64, 97)))
    return f"{x.numerator}/{x.denominator}", mp.mpf(x.numerator) / x.denominator


def real(y):
    """The value itself, if it is a real number of ordinary size."""
    if not isinstance(y, mp.mpf) or not mp.isfinite(y) or abs(y) > mp.mpf(10) ** 250:
        raise ValueError
    return y


def grow(depth):
    if depth == 0:
        return number()
    if random.random() < 0.5:
        text, x = grow(depth - 1)
        name = random.choice(UNARY)
        y = {"abs": abs, "neg": lambda x: -x}.get(name) or getattr(mp, name)
        return f"{text} {name}", real(y(x))
    (left, a), (right, b) = grow(depth - 1), grow(random.randint(0, depth - 1))
    name = random.choice(BINARY)
    if a == 0 and b == 0:
        raise ValueError
    y = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
         "/": lambda a, b: a / b, "atan2": mp.atan2, "pow": mp.power}[name](a, b)
    return f"{left} {right} {name}", real(y)


def main():
    print("# chains.py with mpmath", mp.__version__)
    lines = 0
    while lines < 400:
        try:
            text, y = grow(random.randint(2, 7))
        except (ZeroDivisionError, ValueError):
            continue
        if len(text) > 300 or (y != 0 and abs(y) < mp.mpf(10) ** -250):
            continue
        print(text, mp.nstr(y, 45, min_fixed=0, max_fixed=0))
        lines += 1


main()
