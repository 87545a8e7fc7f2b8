"""Our printed texts as SymPy reads them: how many operations they have, and their values.

A text is parsed as it stands (`evaluate=False`); x' becomes x_d, ^ becomes **. Names of `where` count once."""
import re

import sympy
from sympy.parsing.sympy_parser import parse_expr

from sympy_side import values_at

FUNCTIONS = {name: getattr(sympy, name) for name in ('sin', 'cos', 'tan', 'sqrt', 'exp', 'log')}


def sympy_name(name):
    """A name of ours as one that Python can read."""
    primes = name.count("'")
    return name.rstrip("'") + ('_' + 'd' * primes if primes else '')


def parsed(text):
    """The text as SymPy's expression, nothing evaluated."""
    text = re.sub(r"[A-Za-z_]\w*'*", lambda found: sympy_name(found[0]), text).replace('^', '**')
    names = {name: sympy.Symbol(name) for name in re.findall(r'[A-Za-z_]\w*', text) if name not in FUNCTIONS}
    return parse_expr(text, local_dict=names | FUNCTIONS, evaluate=False)


def count(derivation):
    """The operations of a derivation: of its rates, its matrices, and its named parts."""
    rates = [e['rhs'] for e in derivation['equations'] if is_rate(e['lhs'], derivation)]
    entries = [text for matrix in derivation['matrices'].values() for row in matrix for text in row]
    parts = [line.split(' = ', 1)[1] for line in derivation['where']]
    return sum(int(sympy.count_ops(parsed(text))) for text in rates + entries + parts)


def is_rate(name, derivation):
    """Is it an acceleration or the rate of a speed? The other equations are kinematics, which are not counted."""
    if derivation['form'] == 'explicit' or name.endswith("''"):
        return True
    return not any(name.rstrip("'") == q for q in derivation['coordinates'])


def accelerations(derivation, names, values):
    """The accelerations by the printed text of an explicit derivation, at a point."""
    values = dict(values)
    for line in derivation['where']:
        name, text = line.split(' = ', 1)
        values[name] = values_at([parsed(text)], values)[0]
    open_ = {sympy_name(e['lhs']): parsed(e['rhs']) for e in derivation['equations']}
    while open_:
        ready = {name: e for name, e in open_.items() if not {s.name for s in e.free_symbols} & open_.keys()}
        if not ready:
            raise ValueError(f'{sorted(open_)} are given through each other')
        values |= dict(zip(ready, values_at(ready.values(), values)))
        open_ = {name: e for name, e in open_.items() if name not in ready}
    return [float(values[f'{name}_dd']) for name in names]
