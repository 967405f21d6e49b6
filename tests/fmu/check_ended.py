"""The call that ends a run in Model Exchange, in FMPy.

  check_ended.py FMU STOP

What the FMU says stands before it.
"""

import sys

import fmpy
from fmpy.fmi1 import FMICallException


def main(path, stop):
    try:
        fmpy.simulate_fmu(path, fmi_type="ModelExchange",
                          stop_time=float(stop))
    except FMICallException as error:
        print("ended by", error.function)


main(*sys.argv[1:])
