"""What our own programs say: models as trees, equations, values, times."""
import json
import resource
import subprocess

from environment import program

# A task is repeated in so many parts of about so many seconds each; the part with the shortest mean counts, since other work
# on the machine only makes times longer.
PARTS, ENOUGH = 5, 0.1

# So many repetitions tell how long one takes, about; fewer are never taken.
FEW = 5


def run(*words):
    """What `alembert` answers, as JSON; its reason when it refuses."""
    done = subprocess.run([program('alembert'), *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f'alembert {" ".join(map(str, words))}: {done.stderr.strip()}')
    return json.loads(done.stdout)


def tree(path):
    """The model as a tree, from which the other programs build theirs."""
    return run('fmt', path, '--to', 'json')


def derived(path, form):
    """The equations in a form."""
    return run('derive', path, '--form', form, '--json')


def accelerations(path, model, state):
    """The highest derivatives at a state, in the order of the coordinates."""
    at = ', '.join(f'{name}={value!r}' for name, value in state.items())
    highest = run('eval', path, '--at', at, '--json')['highest']
    return [highest[f"{q}''"] for q in model.coordinates]


def chain(name, n):
    """The text of a chain of n bodies."""
    return subprocess.run([program('alembert-bench'), 'text', name, str(n)], capture_output=True, text=True, check=True).stdout


def processor_time(words):
    """The processor time that a program takes, and what it says."""
    def children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime
    start = children()
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return children() - start, said


def seconds(task, path, kind=''):
    """The processor time of a task ('read', 'tape', 'explicit', 'quasi'), from text, without the start of the program and
    of a thread for each repetition."""
    def repeated(task, count):
        used, said = processor_time([program('alembert-bench', kind), 'repeat', task, str(count), path])
        if not said.startswith(f'{count} of'):
            raise RuntimeError(f'{path}: no result for {task}')
        return used
    few = repeated(task, FEW) - repeated(task, 0)  # the start of the program is longer than a short task
    count = max(FEW, min(5000, int(ENOUGH * FEW / max(few, 1e-4))))

    def shortest(task, count):
        return min(repeated(task, count) for _ in range(PARTS))

    whole = shortest(task, count) - shortest(task, 0)
    threads = 0 if task == 'steps' else shortest('nothing', count) - shortest('nothing', 0)
    return (whole - threads) / count


def command_seconds(path, form):
    """The processor time of the whole command."""
    words = [program('alembert'), 'derive', path, '--form', form]
    return sum(processor_time(words)[0] for _ in range(7)) / 7
