# Reads states and prints the values of an FMU at them, after it was validated.
import sys

import fmpy
import fmpy.simulation
import fmpy.validation

filename, states, parameters, inputs, multipliers, residuals, entries = sys.argv[1], *map(int, sys.argv[2:])
problems = fmpy.validation.validate_fmu(filename)
if problems:
    sys.exit("; ".join(problems))
description = fmpy.read_model_description(filename)
folder = fmpy.extract(filename)
fmu = fmpy.simulation.instantiate_fmu(folder, description, "ModelExchange")
second = description.fmiVersion == "2.0"
if second:
    fmu.setupExperiment()
fmu.enterInitializationMode()
fmu.exitInitializationMode()
fmu.enterContinuousTimeMode()
read, write = (fmu.getReal, fmu.setReal) if second else (fmu.getFloat64, fmu.setFloat64)
rates = 1 + states
first = rates + states
outputs = first + parameters + inputs
given = [*range(1, rates), *range(first, outputs)]
energy = outputs + multipliers
matrix = energy + 1 + residuals
wanted = [*range(rates, first), *range(outputs, energy), *range(matrix, matrix + entries), *range(energy, matrix)]
for line in sys.stdin:
    numbers = [float(x) for x in line.split()]
    fmu.setTime(numbers[0])
    write(given, numbers[1:])
    print(*read(wanted))
