"""Model Exchange with CVode: prints the events that the FMU says are missed."""

import sys

from fmpy import simulate_fmu


def main():
    fmu, stop, tolerance = sys.argv[1:]

    def log(environment, name, status, category, message):
        text = message.decode()
        if "event was missed" in text:
            print(text)

    simulate_fmu(fmu, fmi_type="ModelExchange", stop_time=float(stop),
                 relative_tolerance=float(tolerance), logger=log)


main()
