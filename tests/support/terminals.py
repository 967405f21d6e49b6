"""terminalsAndIcons/ of FMUs: connectors as terminals, icons as pictures."""

import io
import os
import struct
import zipfile
import zlib

from .suite import folder, foucault, need, write

XML = "terminalsAndIcons/terminalsAndIcons.xml"

CONNECTORS = """package P
  connector Pin "a pin"
    Real v;
    flow Real i;
    stream Real h;
  end Pin;
  connector In = input Real;
  connector Out = output Real;
  connector Causal
    input Real e;
    output Real f;
    parameter Integer n = 2;
    constant Real c = 1;
  end Causal;
  expandable connector Bus
  end Bus;
  record R
    Real a;
    Real b[2];
  end R;
  connector Nest
    Causal q[2];
    output R r;
  end Nest;
  model M
    Pin p "positive <&>";
    In u[3], off if false;
    Out y = u[1];
    Causal c;
    Nest k;
    Bus bus;
    In w;
  protected
    Pin hidden;
  equation
    p.v = sum(u);
    p.h = 1;
    c.f = 2*c.e;
    k.q.f = k.q.e;
    k.r.a = 1;
    k.r.b = {1, 2};
    connect(bus.speed, w);
    hidden.v = 0;
    hidden.h = 0;
  end M;
end P;
"""


def schema():
    import fmpy
    from lxml import etree
    path = os.path.join(os.path.dirname(fmpy.__file__), "schema", "fmi3",
                        "fmi3TerminalsAndIcons.xsd")
    return etree.XMLSchema(etree.parse(path))


def document(fmu):
    """The document, which is valid."""
    from lxml import etree
    with zipfile.ZipFile(fmu) as archive:
        tree = etree.parse(io.BytesIO(archive.read(XML)))
    checker = schema()
    need(checker.validate(tree), str(checker.error_log))
    return tree.getroot()


def build(place, text, *words):
    path = write(os.path.join(place, "model.mo"), text)
    fmu = os.path.join(place, "m.fmu")
    foucault("build", path, "-o", fmu, "--quiet", "--compiler", "fast",
             "--fmi", "2,3", *words)
    return fmu, os.path.join(place, "m.fmi3.fmu")


def lines(element, depth=0):
    """Terminals and their members, one per line."""
    found = []
    for t in element.findall("Terminal"):
        found.append("  " * depth + f"{t.get('name')}: {t.get('matchingRule')}"
                     f" {t.get('terminalKind')}")
        for m in t.findall("TerminalMemberVariable"):
            found.append("  " * (depth + 1) + f"{m.get('memberName')} = "
                         f"{m.get('variableName')} {m.get('variableKind')}")
        found += lines(t, depth + 1)
    return found


EXPECTED = """\
p: none P.Pin
  v = p.v _foucault_potential
  i = p.i _foucault_flow
  h = p.h _foucault_stream
u: sequence P.In
  u = u signal
y: sequence P.Out
  y = y signal
c: plug P.Causal
  e = c.e signal
  f = c.f signal
  n = c.n signal
k: plug P.Nest
  r.a = k.r.a signal
  r.b = k.r.b signal
  q[1]: plug P.Causal
    e = k.q[1].e signal
    f = k.q[1].f signal
    n = k.q[1].n signal
  q[2]: plug P.Causal
    e = k.q[2].e signal
    f = k.q[2].f signal
    n = k.q[2].n signal
bus: none P.Bus
  speed = bus.speed _foucault_potential
w: sequence P.In
  w = w signal
"""


def connectors():
    with folder() as place:
        two, three = build(place, CONNECTORS, "--model", "P.M")
        second, third = document(two), document(three)
        for fmu in (two, three):
            foucault("check", fmu)
    need(third.find("Terminals/Terminal").get("description") ==
         "positive <&>", "another description")
    found = "\n".join(lines(third.find("Terminals"))) + "\n"
    need(found == EXPECTED, found)
    found = lines(second.find("Terminals"))
    for name in ("u[1]", "u[2]", "u[3]"):
        need(f"  {name} = {name} signal" in found, "\n".join(found))
    need("  r.b[2] = k.r.b[2] signal" in found, "\n".join(found))


def exposed():
    """A terminal has no variable that the FMU does not show."""
    with folder() as place:
        two, three = build(place, CONNECTORS, "--model", "P.M", "--expose",
                           "interface")
        for fmu in (two, three):
            found = lines(document(fmu).find("Terminals"))
            need("p: none P.Pin" not in found and
                 "bus: none P.Bus" not in found, "\n".join(found))
            need("  w = w signal" in found, "\n".join(found))
        two, three = build(place, "model M\n  Real x = time;\nend M;\n")
        for fmu in (two, three):
            with zipfile.ZipFile(fmu) as archive:
                need(XML not in archive.namelist(), "terminals of nothing")


ICONS = """package I
  connector In = input Real annotation(Icon(graphics={Polygon(
      points={{-100, 100}, {100, 0}, {-100, -100}}, lineColor={0, 0, 127},
      fillColor={0, 0, 127}, fillPattern=FillPattern.Solid)}));
  partial model Base
    annotation(Icon(coordinateSystem(extent={{-200, -100}, {200, 100}}),
      graphics={Rectangle(extent={{-200, -100}, {200, 100}},
        lineColor={255, 0, 0}, fillColor={255, 255, 0},
        fillPattern=FillPattern.Solid, radius=20)}));
  end Base;
  model Small
    annotation(Icon(graphics={Rectangle(extent={{-100, -100}, {100, 100}},
        fillColor={0, 200, 0}, fillPattern=FillPattern.Solid)}));
  end Small;
  model Hidden
    annotation(Icon(graphics={Rectangle(extent={{-200, -100}, {200, 100}},
        fillPattern=FillPattern.Solid)}));
  end Hidden;
  model M
    extends Base;
    extends Small annotation(IconMap(extent={{150, 50}, {190, 90}}));
    extends Hidden annotation(IconMap(primitivesVisible=false));
    parameter Boolean show = true;
    parameter Real k(unit="m", displayUnit="mm") = 0.5;
    parameter String s = "<&>";
    Real x = time;
    In u annotation(Placement(transformation(
        extent={{-20, -20}, {20, 20}}, rotation=90, origin={50, -120})));
    In v annotation(Placement(transformation(
        extent={{-20, -20}, {20, 20}}, rotation=90, origin={-50, -120})));
    In w annotation(Placement(transformation(extent={{-240, -20},
        {-200, 20}})));
    In none annotation(Placement(visible=false, transformation(extent=
        {{-240, -60}, {-200, -20}})));
    annotation(Icon(graphics={
      Ellipse(extent={{-10, 10}, {70, 90}}, fillColor={255, 255, 255},
        fillPattern=FillPattern.Sphere),
      Ellipse(extent={{80, 10}, {140, 90}}, startAngle=30, endAngle=300,
        fillColor={255, 0, 255}, fillPattern=FillPattern.Solid),
      Polygon(points={{-190, -90}, {-150, -30}, {-110, -90}},
        smooth=Smooth.Bezier, fillColor={0, 255, 255},
        fillPattern=FillPattern.Solid),
      Rectangle(extent={{-20, -10}, {20, 10}}, rotation=90,
        origin={-60, -70}, fillColor={200, 100, 0}, lineColor={0, 0, 0},
        fillPattern=FillPattern.Solid),
      Line(points={{-190, 50}, {-20, 50}}, thickness=2, color={0, 0, 255}),
      Rectangle(extent={{150, -90}, {190, -50}}, visible=show,
        fillPattern=if show then FillPattern.Solid else FillPattern.None),
      Rectangle(extent={{-200, -100}, {200, 100}}, visible=not show,
        fillPattern=FillPattern.Solid),
      Rectangle(extent=DynamicSelect({{150, -40}, {190, 0}},
        {{0, 0}, {x, x}}), fillColor={90, 90, 90},
        fillPattern=FillPattern.Solid),
      Bitmap(extent={{-40, -40}, {-20, -20}}, imageSource="iVBORw0KGgo="),
      Text(extent={{-30, -40}, {70, -60}},
        textString="%name %% %k %{s} %show", textStyle={TextStyle.Bold}),
      Text(extent={{0, -70}, {70, -95}}, textString="HH",
        textColor={255, 0, 0})}));
  end M;
end I;
"""


def pixels(data):
    """{(x, y): (r, g, b, opacity)} of a PNG, and its size. Its checksums are
    right."""
    need(data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG")
    at, body, size = 8, b"", None
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        part = data[at + 8:at + 8 + length]
        check, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        need(zlib.crc32(name + part) == check, f"the checksum of {name}")
        if name == b"IHDR":
            size = struct.unpack(">II", part[:8])
            need(part[8:] == b"\x08\x06\0\0\0", part)
        body += part if name == b"IDAT" else b""
        at += 12 + length
    rows, (width, height) = zlib.decompress(body), size
    need(len(rows) == height * (4 * width + 1), "another size")
    above, found = bytes(4 * width), []
    for y in range(height):
        row = rows[y * (4 * width + 1):(y + 1) * (4 * width + 1)]
        need(row[0] == 2, "another filter")
        above = bytes((a + b) & 255 for a, b in zip(row[1:], above))
        found.append(above)
    return size, lambda x, y: tuple(found[y][4 * x:4 * x + 4])


def icon():
    with folder() as place:
        two, three = build(place, ICONS, "--model", "I.M")
        root = document(three)
        foucault("check", two, three)
        with zipfile.ZipFile(two) as archive:
            small = archive.read("model.png")
        with zipfile.ZipFile(three) as archive:
            names = set(archive.namelist())
            png = archive.read("terminalsAndIcons/icon.png")
            svg = archive.read("terminalsAndIcons/icon.svg").decode()
    need(small == png, "model.png is another picture")
    box = root.find("GraphicalRepresentation/Icon").attrib
    need(box == {"x1": "-200.25", "y1": "-100.25", "x2": "200.25",
                 "y2": "100.25"}, box)
    size, pixel = pixels(png)
    need(size == (400, 201), size)

    def at(x, y):
        return pixel(int((x + 200.25) * 400 / 400.5),
                     int((100.25 - y) * 400 / 400.5))

    for where, color in {
            (-120, 70): (255, 255, 0, 255), (-199, 99): (0, 0, 0, 0),
            (170, 70): (0, 200, 0, 255), (90, 50): (255, 0, 255, 255),
            (130, 45): (255, 255, 0, 255), (-150, -70): (0, 255, 255, 255),
            (-188, -88): (255, 255, 0, 255), (-60, -55): (200, 100, 0, 255),
            (-45, -70): (255, 255, 0, 255), (-100, 50): (0, 0, 255, 255),
            (170, -70): (0, 0, 0, 255), (170, -20): (90, 90, 90, 255)}.items():
        need(at(*where) == color, f"{where}: {at(*where)}, not {color}")
    need(min(at(30, 50)[:3]) > 240 and max(at(68, 50)[:3]) < 20,
         "the sphere has no shade")
    reds = sum(at(x, y)[:2] == (255, 0) for x in range(0, 70)
               for y in range(-95, -70))
    need(40 < reds < 400, f"{reds} points of letters")
    need(">M % 500 mm &lt;&amp;&gt; true</text>" in svg, svg)
    need('href="data:image/png;base64,iVBORw0KGgo="' in svg, svg)
    shown = {t.get("name"): t.find("TerminalGraphicalRepresentation")
             for t in root.iter("Terminal")}
    need(shown["none"] is None, "an invisible one is shown")
    need(shown["u"].get("x1") == "29.75" and
         shown["u"].get("y2") == "-99.75" and
         shown["u"].get("defaultConnectionColor") == "0 0 127",
         dict(shown["u"].attrib))
    need([shown[n].get("iconBaseName") for n in "uvw"] ==
         ["I.In", "I.In", "I.In_2"], "other pictures")
    need({"terminalsAndIcons/I.In.png", "terminalsAndIcons/I.In.svg",
          "terminalsAndIcons/I.In_2.png"} <= names, names)


def given():
    """--icon goes before the model's icon."""
    with folder() as place:
        mine = os.path.join(place, "mine.png")
        two, three = build(place, ICONS, "--model", "I.M")
        with zipfile.ZipFile(three) as archive:
            write(mine, archive.read("terminalsAndIcons/I.In.png"))
        two, three = build(place, ICONS, "--model", "I.M", "--icon", mine)
        for fmu, name in ((two, "model.png"),
                          (three, "terminalsAndIcons/icon.png")):
            foucault("check", fmu)
            with zipfile.ZipFile(fmu) as archive:
                with open(mine, "rb") as file:
                    need(archive.read(name) == file.read(), "another picture")
                need("terminalsAndIcons/icon.svg" not in archive.namelist(),
                     "two icons")


def collect(runner):
    for test in (connectors, exposed, icon, given):
        runner.add(f"terminals/{test.__name__}", test)
