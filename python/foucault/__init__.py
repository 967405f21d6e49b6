"""Modelica models to FMUs, by the program foucault.

>>> import foucault
>>> result = foucault.simulate("pendulum.mo", stop=10)
>>> result["x"][-1]

The program is looked for in the environment variable FOUCAULT, then in PATH.
"""

from .api import (build, check, compare, explain, flatten, info, load,
                  simulate)
from .errors import (Diagnostic, FoucaultError, FoucaultWarning,
                     InternalError, ProgramNotFound, UsageError)
from .arrays import Functions, casadi, functions
from .fitting import Fit, fit
from .gradients import Gradient, gradient
from .loaded import Model
from .options import BuildOptions
from .points import Equilibrium, steady
from .program import program_path
from .reports import Comparison, Explanation, Finding, Method, Report
from .result import Part, Result
from .sensitivities import Sensitivities, sensitivities
from .studies import Linearization, Sweep, linearize, sweep, sweep_files

__version__ = "0.1.0"

__all__ = [
    "BuildOptions", "Comparison", "Diagnostic", "Equilibrium", "Explanation",
    "Finding", "Fit", "FoucaultError", "FoucaultWarning", "Functions",
    "Gradient", "InternalError", "Linearization", "Method", "Model", "Part",
    "ProgramNotFound", "Report", "Result", "Sensitivities", "Sweep", "UsageError", "build",
    "casadi", "check", "compare", "explain", "fit", "flatten", "functions",
    "gradient", "info",
    "linearize", "load", "program_path", "sensitivities", "simulate", "steady", "sweep",
    "sweep_files",
]
