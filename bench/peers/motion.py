"""Motions to round-off by Alembert, heyoka, SciPy and CVODE, from the same states, in the same run."""
import multiprocessing
import os
import re
import sys
import time

import casadi
import heyoka
import scipy

import casadi_side
import heyoka_side
import model as models
import ours
import reduced
import stepper_side
from environment import ROOT, build_interpreter
from report import FOLDER, SEED, Table, difference, written

END = 100.0
SHORT = 5.0                            # all must agree up to here; later a chaotic motion forgets where it came from
TOLERANCE = 1e-8
OTHERS = 1e-12                         # the tolerance that SciPy and CVODE get
SLOW = 0.3                             # seconds to compile from which on heyoka is expected to be a hundred times slower
QUICK = 0.005                          # seconds from text to motion elsewhere

# A disk that rolls on instead of falling flat, and a ball whose axis stays away from the vertical, where its angles are
# singular; the other systems start at random.
SPEED = 0.6 / 35                       # for which the angular velocity of the ball is horizontal in no direction on average
STARTS = {'tilting-disk': {'x': 0.0, 'y': 0.0, 'phi': 0.0, 'theta': 0.3, 'psi': 0.0, "x'": 2.5, "y'": 0.0, "phi'": 0.8, "theta'": 0.0, "psi'": -5.0},
          'ball-on-turntable': {'x': 0.02, 'y': 0.0, 'phi': 0.0, 'theta': 1.2, 'psi': 0.0, "x'": 0.0, "y'": SPEED, "phi'": 0.5, "theta'": 0.6 - 10 * SPEED, "psi'": 0.0}}
DRIVEN = {'ball-on-turntable'}         # the energy of these is not conserved


def files(folder):
    """The eight systems: name and file."""
    named = [(name, FOLDER / f'{name}.mech') for name in ('sphere', 'tilting-disk')]
    trailers = written(folder, 'trailers', 3)
    spring = folder / 'trailers-spring-3.mech'
    spring.write_text(trailers.read_text() + '\nV = ½ (x0² + y0²)\n')
    named += [('3 trailers', trailers), ('3 trailers with a spring', spring), ('double pendulum', written(folder, 'pendulum', 2))]
    named += [('5-link pendulum', written(folder, 'pendulum', 5)), ('sleigh', FOLDER / 'sleigh.mech')]
    return named + [('turntable', ROOT / 'examples' / 'ball-on-turntable' / 'ball-on-turntable.mech')]


def started(path, folder, state, end):
    """The model with these initial values and this time, without its own and without its claims."""
    sections = re.split(r'\n(?=[^\s#])', path.read_text())
    kept = [s for s in sections if s.split()[0] not in ('initial', 'run', 'expect', 'reject', 'view', 'observe')]
    values = '\n  '.join(f'{name} = {value!r}' for name, value in state.items())
    new = folder / f'{path.stem}-{end:g}.mech'
    new.write_text('\n'.join(kept) + f'\n\ninitial\n  {values}\n\nrun 0 .. {end:g}\n')
    return new


def short_form(path, form='explicit'):
    """The equations that we print; none where we print none without matrices."""
    try:
        derivation = ours.derived(path, form)
    except RuntimeError:
        return None
    return None if derivation['matrices'] else derivation


def measured(name, path, folder, tell):
    """One system at one state, followed by everybody; `tell` gets each result by its name as soon as it is there."""
    alone()
    model = models.read(ours.tree(path))
    named = STARTS.get(path.stem) or casadi_side.Derived(model).states(1, SEED)[0]
    q = model.coordinates
    state = [named[x] for x in q] + [named[f"{x}'"] for x in q]
    paths = {end: started(path, folder, named, end) for end in (SHORT, END)}

    def own(end):
        final = ours.run('run', paths[end], '--json')['final']
        return [final[x] for x in q] + [final[f"{x}'"] for x in q]

    explicit = stepper_side.Explicit(model)

    def tell_drift(name, last):
        if path.stem not in DRIVEN:
            tell(name, explicit.energy_drift(state, last))

    tell('text', ours.seconds('motion', paths[END]))
    tell('steps', ours.seconds('steps', paths[END]))
    tell('interpreted', ours.seconds('steps', paths[END], 'interpreter'))
    tell_drift('own drift', own(END))
    reference = own(SHORT)
    derivation = short_form(path)

    def heyoka_in(compact):
        rates = heyoka_side.printed(model, derivation) if derivation else heyoka_side.eliminated_rates(model)
        integrator = heyoka_side.Compiled(rates, compact)
        tell('heyoka error', difference(integrator.run(state, SHORT)[0], reference))
        last, used = followed(integrator, state)
        tell_drift('heyoka drift', last)
        tell('quick' if compact else 'usual', (integrator.set_up, used))

    def heyoka_reduced(fast_math):
        by_hand = reduced.reduced(name, model, None if derivation is None else short_form(path, 'quasi'))
        integrator = heyoka_side.Compiled(by_hand.rates, fast_math=fast_math)
        start = by_hand.folded(state)
        tell('heyoka reduced error', difference(by_hand.unfolded(integrator.run(start, SHORT)[0]), reference))
        tell('fast' if fast_math else 'reduced', (integrator.set_up, followed(integrator, start)[1]))

    heyoka_reduced(fast_math=False)
    heyoka_reduced(fast_math=True)
    is_long = derivation is None       # then its usual mode compiles for a minute, and is left for the end
    heyoka_in(compact=is_long)
    for name, method in (('CVODE', explicit.cvode), ('DOP853', explicit.dop853)):
        tell(f'{name} error', difference(method(state, SHORT, OTHERS)[0], reference))
        tell(name, method(state, END, OTHERS)[1])
    if is_long:
        heyoka_in(compact=False)


def alone():
    """Keeps this process and those that it starts on one processor, where the machine can: else changes of memory, as for new
    machine code, are told to all processors on which a thread has been."""
    if hasattr(os, 'sched_setaffinity'):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def followed(integrator, state):
    """heyoka's state at the end, and the processor time of its steps, measured as ours is."""
    means = []
    for _ in range(ours.PARTS):
        times = []
        while sum(times) < ours.ENOUGH and len(times) < 5000:
            last, used = integrator.run(state, END)
            times.append(used)
        means.append(sum(times) / len(times))
    return last, min(means)


def within(limit, name, path, folder):
    """What was measured of a system in so many seconds, by name; what took longer is absent."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=measured, args=(name, path, folder, lambda name, value: sender.send((name, value))))
    worker.start()
    sender.close()
    found, end = {}, time.monotonic() + limit
    try:
        while receiver.poll(max(0.0, end - time.monotonic())):
            name, value = receiver.recv()
            found[name] = value
    except EOFError:                   # everything was measured, or the worker failed and said why
        pass
    worker.terminate()
    worker.join()
    return found


def everything(folder, limit):
    """Prints the tables; returns the sentences of what does not hold."""
    print(f'heyoka {heyoka.__version__}, SciPy {scipy.__version__}, CasADi {casadi.__version__}; at most {limit:g} s a system\n')
    build_interpreter()
    rows = []
    for name, path in files(folder):
        rows.append((name, within(limit, name, path, folder)))
        print(name, rows[-1][1], file=sys.stderr, flush=True)
    from_text(rows)
    steps(rows)
    by_hand(rows)
    failures = [f'{name}: nothing was measured' for name, found in rows if 'steps' not in found]
    for name, found in rows:
        for other in ('DOP853', 'CVODE', 'heyoka', 'heyoka reduced'):
            error = found.get(f'{other} error', 0.0)
            if not error <= TOLERANCE:
                failures.append(f'{name}: the states of {other} differ by {error:.1e} at t = {SHORT:g}')
    return failures


def by_hand(rows):
    """The steps against heyoka with reduced equations."""
    print('\n## One trajectory to round-off: heyoka with reduced equations\n')
    print('Processor times in ms of the steps, as above. Reduced: heyoka with equations in independent speeds, as a user writes them by hand (`reduced.py`);')
    print('fast_math: the same with that option of heyoka. Compiling: of the reduced equations. Ratios: heyoka / Alembert.\n')
    table = Table('system', 'Alembert', 'compiling', 'reduced', 'ratio', 'fast_math', 'ratio', 'error')
    for name, found in rows:
        times = {key: found[key] for key in ('steps', 'heyoka reduced error') if key in found}
        for key in ('reduced', 'fast'):
            if key in found:
                times |= {f'{key} compiling': found[key][0], key: found[key][1]}
        cells = [shown(times, 'steps', '.3f', 1e3), shown(times, 'reduced compiling', '.1f', 1e3)]
        for key in ('reduced', 'fast'):
            cells += [shown(times, key, '.3f', 1e3), ratio(times, key, 'steps')]
        table.add(name, *cells, shown(times, 'heyoka reduced error', '.0e'))
    table.show()


def shown(found, name, form, scale=1.0):
    """A measured number, or a dash."""
    return format(found[name] * scale, form) if name in found else '-'


def ratio(found, other, own):
    """The time of another over ours, or a dash."""
    return f'{found[other] / found[own]:.2f}' if other in found and own in found else '-'


def from_text(rows):
    """From the text of the model to the end of the motion."""
    print('## From text to a finished motion\n')
    print(f'Processor times in ms for t = 0 … {END:g}. Alembert reads, derives, compiles, follows the motion and checks it; heyoka compiles (also given')
    print(f'alone) and follows it. Ratio: heyoka / Alembert; a hundred is the aim where heyoka compiles for {SLOW:g} s or more,')
    print(f'{1e3 * QUICK:g} ms from text to motion elsewhere.\n')
    table = Table('system', 'Alembert', 'heyoka', 'compiling', 'ratio', 'aim')
    for name, found in rows:
        for mode in ('usual', 'quick'):
            if mode not in found or 'text' not in found:
                continue
            compiling, steps = found[mode]
            times = {'text': found['text'], 'whole': compiling + steps, 'compiling': compiling}
            reached = times['text'] <= QUICK if compiling < SLOW else times['whole'] >= 100 * times['text']
            aim = 'reached' if reached else 'missed'
            cells = [shown(times, 'text', '.2f', 1e3), shown(times, 'whole', '.1f', 1e3), shown(times, 'compiling', '.1f', 1e3)]
            table.add(name + (', compact mode' if mode == 'quick' else ''), *cells, ratio(times, 'whole', 'text'), aim)
    table.show()


def steps(rows):
    """The steps alone."""
    print('\n## One trajectory to round-off\n')
    print(f'Processor times in ms of the steps for t = 0 … {END:g}, ours with projection. DOP853 and CVODE: with tolerance 1e-12. Ratios: the other /')
    print('Alembert; one half is the aim for heyoka, whose faster mode is shown. Interpreter: ours without machine code, and heyoka / that. Drift: the relative change of the energy at the end, ours and heyoka\'s. Error: the largest')
    print(f'difference between any of the others and us at t = {SHORT:g}, relative from 1 on. A dash: not in time.\n')
    table = Table('system', 'Alembert', 'heyoka', 'ratio', 'interpreter', 'ratio', 'DOP853', 'ratio', 'CVODE', 'ratio', 'drift', 'heyoka', 'error')
    for name, found in rows:
        modes = [found[mode][1] for mode in ('usual', 'quick') if mode in found]
        found |= {'heyoka': min(modes)} if modes else {}
        cells = [shown(found, 'steps', '.3f', 1e3), shown(found, 'heyoka', '.3f', 1e3), ratio(found, 'heyoka', 'steps')]
        cells += [shown(found, 'interpreted', '.3f', 1e3), ratio(found, 'heyoka', 'interpreted')]
        for other in ('DOP853', 'CVODE'):
            cells += [shown(found, other, '.3f', 1e3), ratio(found, other, 'steps')]
        errors = [value for key, value in found.items() if key.endswith(' error')]
        found |= {'error': max(errors)} if errors else {}
        table.add(name, *cells, *(shown(found, key, '.0e') for key in ('own drift', 'heyoka drift', 'error')))
    table.show()
