"""Values of elementary functions at rational points, to 45 digits: `python3 elementary.py > elementary.txt`.

Needs mpmath 1.x; the working precision is 1500 bits, so that sines of large angles and values
close to zeros are right in every digit. Each line: function, arguments as fractions, value.
"""

from fractions import Fraction
from math import asin, exp, log, pi

import mpmath as mp

mp.mp.prec = 1500

ANGLES = [Fraction(x) for x in (
    1, -2, 3, 0.5, -0.75, 1.25, 7, 10, 100, -1000, 123456, 999999, 1e6, -1048576.25,
    pi, pi / 2, 3 * pi / 2, -pi / 4, 2 * pi, 11 * pi / 2, 355, 710, 103993 / 2, 1e6 * pi,
    2.0**-40, 2.0**-300, 1e12, 2.0**51 + 1, 0.78515625, 0.79, 2.35, 5.5)]
ANGLES += [Fraction(a, b) for a, b in ((22, 7), (1, 3), (-5, 7), (314159, 100000), (1, 10**20),
                                       (355, 226), (10**6 + 1, 7), (103993, 33102))]
SMALL = [Fraction(x) for x in (
    1, -1, 2, 0.5, -0.25, 0.34, 0.36, -0.35, 3.75, 10, -20, 40, -41.5, 100, -300, 2.0**-30,
    2.0**-200, -0.125, 1e-10, log(2), log(2) / 2, 44, 46)]
SMALL += [Fraction(a, b) for a, b in ((1, 3), (-7, 5), (1, 10**12), (50, 7))]
UNIT = [Fraction(x) for x in (
    0.5, -0.5, 0.75, 0.125, -0.17, 0.18, 0.99, 1 - 2.0**-40, -1 + 2.0**-52, 2.0**-40, 1e-200,
    asin(0.3), 0.7071067811865476)]
UNIT += [Fraction(a, b) for a, b in ((1, 3), (-9, 10), (1, 10**15), (999999, 1000000))]
POSITIVE = [Fraction(x) for x in (
    2, 0.5, 3, 10, 0.7, 0.71, 1.41, 1.42, 1 + 2.0**-40, 1 - 2.0**-50, 1e300, 1e-300, 5e-324,
    1e6, 0.001, exp(1), 1.5, 0.75)]
POSITIVE += [Fraction(a, b) for a, b in ((1, 3), (10, 7), (10**20 + 1, 10**20), (1, 10**9))]
REAL = SMALL + [Fraction(x) for x in (0.2, 0.199, -0.3, 1.0000001, 1e6, -1e17, 1e40, 0.14, 0.16)]
ABOVE = [Fraction(x) for x in (1 + 2.0**-45, 1.01, 1.0114, 1.012, 1.25, 2, 10, 1e6, 1e19, 1e200)]
ABOVE += [Fraction(a, b) for a, b in ((4, 3), (10**15 + 1, 10**15))]
POINTS = [(Fraction(a), Fraction(b)) for a, b in (
    (1, 1), (1, -1), (-1, -1), (-1, 1), (0, -1), (2, 0), (-2, 0), (1e-20, -1), (-1e-20, -1),
    (0.5, 3), (3, 0.5), (-3, -0.25), (1e-300, 1e-300), (1e200, -1e-50))] + [
    (Fraction(1, 3), Fraction(-2, 7)), (Fraction(-1, 10), Fraction(-3, 10))]
POWERS = [(Fraction(a), Fraction(b)) for a, b in (
    (2, 0.5), (3, -1.5), (0.5, 0.25), (10, 2.75), (1.0001, 1000.5), (7, -0.125), (2, 3),
    (-2, 3), (-1.5, -4), (1e-10, 0.5), (3, 3.140625))] + [
    (Fraction(2, 3), Fraction(1, 3)), (Fraction(10), Fraction(-2, 3)), (Fraction(7, 5), Fraction(22, 7))]

TABLE = [
    (("sin", "cos", "tan"), ANGLES), (("exp", "sinh", "cosh", "tanh"), SMALL), (("log", "sqrt"), POSITIVE),
    (("atan", "asinh"), REAL), (("asin", "acos", "atanh"), UNIT), (("acosh",), ABOVE)]


def exactly(x):
    return mp.mpf(x.numerator) / x.denominator


def fraction(x):
    return f"{x.numerator}/{x.denominator}"


def row(name, value, *arguments):
    print(name, *map(fraction, arguments), mp.nstr(value, 45, min_fixed=0, max_fixed=0))


def main():
    print("# elementary.py with mpmath", mp.__version__)
    for names, points in TABLE:
        for name in names:
            for x in points:
                row(name, getattr(mp, name)(exactly(x)), x)
    for y, x in POINTS:
        row("atan2", mp.atan2(exactly(y), exactly(x)), y, x)
    for x, y in POWERS:
        row("pow", mp.power(exactly(x), exactly(y)), x, y)


main()
