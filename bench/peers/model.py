"""A model from the tree that `alembert fmt --to json` prints, over any field of expressions.

A field has `number(text)`, `symbol(name)`, `function(name, x)` and `rate(e, q, v)`; sums, products and powers are
Python's. So SymPy and CasADi derive from what our own parser has read, and from nothing else."""
import math
from dataclasses import dataclass


@dataclass
class Model:
    coordinates: list
    parameters: dict
    abbreviations: list
    lagrangian: list                   # signed trees
    constraints: list                  # pairs of trees


def read(tree):
    """The model of a tree."""
    model = Model([], {}, [], [], [])
    for section in tree['sections']:
        entries = [entry for item in section['items'] for entry in item['entries']]
        match section['section']:
            case 'coordinates':
                model.coordinates += [name for entry in entries for name in entry['names']]
            case 'parameters':
                for entry in entries:
                    model.parameters[entry['name']] = build(entry['value'], Numbers(), dict(model.parameters))
            case 'let':
                model.abbreviations += [(entry['name'], entry['value']) for entry in entries]
            case 'L' | 'lagrangian' | 'T':
                model.lagrangian += [(1, entry['value']) for entry in entries]
            case 'V':
                model.lagrangian += [(-1, entry['value']) for entry in entries]
            case 'constraints':
                model.constraints += [(entry['left'], entry['right']) for entry in entries]
            case 'model' | 'quasi' | 'expect' | 'reject' | 'initial' | 'run' | 'view':
                pass
            case other:
                raise ValueError(f'the section {other} is not compared')
    return model


@dataclass
class System:
    """The Lagrangian and the constraints φ over a field, with the symbols they are made of."""
    q: list
    v: list
    p: list
    L: object
    phi: list


def system(model, field):
    """The system of a model over a field."""
    q = [field.symbol(name) for name in model.coordinates]
    v = [field.symbol(f'{name}_d') for name in model.coordinates]
    p = [field.symbol(name) for name in model.parameters]
    names = dict(zip(model.coordinates, q)) | dict(zip(model.parameters, p))
    rate = lambda e: field.rate(e, q, v)
    for name, value in model.abbreviations:
        names[name] = build(value, field, names, rate)
    L = sum(sign * build(e, field, names, rate) for sign, e in model.lagrangian)
    phi = [build(left, field, names, rate) - build(right, field, names, rate) for left, right in model.constraints]
    return System(q, v, p, L, phi)


class Numbers:
    """The field of the values of parameters."""
    number = staticmethod(float)

    @staticmethod
    def function(name, x):
        return getattr(math, name)(x)


def build(e, field, names, rate=None):
    """A tree as an expression of a field."""
    again = lambda part: build(part, field, names, rate)
    match e:
        case str():
            return names[e] if e in names else field.number({'pi': str(math.pi)}[e])
        case {'number': text}:
            return field.number(text)
        case {'sum': terms}:
            return sum((-again(t['minus']) if 'minus' in t else again(t)) if isinstance(t, dict) else again(t) for t in terms)
        case {'product': factors}:
            return product(factors, again)
        case {'negative': inner}:
            return -again(inner)
        case {'power': [base, exponent]}:
            return again(base) ** again(exponent)
        case {'prime': inner, 'order': 1}:
            return rate(again(inner))
        case {'function': name, 'of': [x], 'power': exponent}:
            return field.function(name, again(x)) ** again(exponent)
        case {'function': name, 'of': [x]}:
            return field.function(name, again(x))
    raise ValueError(f'{e} is not compared')


def product(factors, again):
    """A product whose factors may be divided by."""
    value = None
    for factor in factors:
        kind, inner = next(iter(factor.items())) if isinstance(factor, dict) and factor.keys() & {'over', 'times', 'dot'} else ('times', factor)
        x = again(inner)
        value = x if value is None else value / x if kind == 'over' else value * x
    return value
