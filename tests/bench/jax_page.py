"""The call-back for JAX of docs/howto/studies.md, as it stands there: values
and derivatives, of one point and of many.

  jax_page.py PAGE
"""

import os
import re
import sys
import tempfile

import numpy as np

import foucault


def need(good, why):
    if not good:
        raise SystemExit(f"jax_page: {why}")


def main(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    model = re.search(r"```modelica pendulum.mo\n(.*?)```", text, re.S)[1]
    code = re.search(r"```text\n(import jax.*?)```", text, re.S)[1]
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "pendulum.mo")
        with open(path, "w", encoding="utf-8") as file:
            file.write(model)
        of = foucault.functions(path, outputs=["w"])
    names = {"np": np, "of": of}
    exec(code, names)
    jax, f = names["jax"], names["f"]
    need(np.allclose(jax.jacfwd(f)(np.array([0.5, 0.0])),
                     of.jacobian([0.5, 0])[0], atol=1e-14), "jacfwd()")
    x = np.random.default_rng(0).normal(size=(7, 3, 2))
    flat = x.reshape(-1, 2)
    values = jax.jit(jax.vmap(jax.vmap(f)))(x)
    need(np.allclose(np.reshape(values, (-1, 2)), of(flat)[0], atol=1e-14),
         "vmap()")
    slopes = jax.vmap(jax.vmap(jax.jacfwd(f)))(x)
    need(np.allclose(np.reshape(slopes, (-1, 2, 2)), of.jacobian(flat)[0],
                     atol=1e-14), "vmap() of jacfwd()")
    print("jax: values and derivatives agree")


main(*sys.argv[1:])
