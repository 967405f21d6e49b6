"""The language server as pygls sees it: a client that others have written. Each
message of the server is read into the types of lsprotocol, which are made from
the specification: what does not fit is a fault.

    check_pygls.py PROGRAM FOLDER
"""

import asyncio
import os
import pathlib
import sys

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

FAULTY = """package P "a package"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  type Kind = enumeration(slow "walks", fast);
  function half "half of it"
    input Real u "what";
    output Real y;
  algorithm
    y := u/2;
    annotation(Documentation(info = "see modelica://P.Load"));
  end half;
  model Load
    parameter Real R(unit = "Ohm") = 1;
    Pin p;
    Real x[:] = {half(p.v), 2};
  equation
    p.v = R*p.i
  end Load;
  model Short
    Real a, b;
  equation
    a = half(time);
  end Short;
end P;
"""
PLACE = lsp.Position(23, 9)  # in half(time)
PATIENCE = 60


class Client(LanguageClient):
    def __init__(self):
        super().__init__("check", "1")
        self.faults = []
        self.found = {}  # uri: diagnostics
        self.news = asyncio.Event()

    def report_server_error(self, error, source):
        self.faults.append(f"{source.__name__}: {error!r}")


def make_client():
    client = Client()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: lsp.PublishDiagnosticsParams):
        client.found[params.uri] = params
        client.news.set()

    @client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(*_):
        return None

    @client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)
    def refresh_hints(*_):
        return None

    return client


def need(condition, what):
    if not condition:
        raise AssertionError(what)


def edit(line, begin, end, text):
    return lsp.TextDocumentContentChangePartial(
        range=lsp.Range(lsp.Position(line, begin), lsp.Position(line, end)),
        text=text)


async def diagnostics(client, uri, version, wanted):
    """Those of the version, once their codes are these."""
    codes = None
    while codes != wanted:
        try:
            await asyncio.wait_for(client.news.wait(), PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(f"wanted {wanted}, got {codes}") from None
        client.news.clear()
        said = client.found.get(uri)
        if said and said.version == version:
            codes = sorted(d.code for d in said.diagnostics)
    return said.diagnostics


async def ask_all(client, uri):
    """Each request that the server knows, with what must be in its answer."""
    item = lsp.TextDocumentIdentifier(uri)
    at = PLACE
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    symbols = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(item))
    need([s.name for s in symbols[0].children] ==
         ["Pin", "Kind", "half", "Load", "Short"], symbols)
    hover = await client.text_document_hover_async(lsp.HoverParams(item, at))
    need("half(Real u) => (Real y)" in hover.contents.value, hover)
    place = await client.text_document_definition_async(
        lsp.DefinitionParams(item, at))
    need(place.range.start == lsp.Position(6, 11), place)
    await client.text_document_type_definition_async(
        lsp.TypeDefinitionParams(item, at))
    uses = await client.text_document_references_async(lsp.ReferenceParams(
        lsp.ReferenceContext(True), item, at))
    need(len(uses) == 4, uses)
    marks = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(item, at))
    need(len(marks) == 4, marks)
    names = await client.text_document_completion_async(
        lsp.CompletionParams(item, at))
    need("half" in [i.label for i in names], names)
    help_ = await client.text_document_signature_help_async(
        lsp.SignatureHelpParams(item, lsp.Position(PLACE.line, 13)))
    need(help_.signatures[0].parameters[0].label == "Real u", help_)
    folds = await client.text_document_folding_range_async(
        lsp.FoldingRangeParams(item))
    need(len(folds) > 5, folds)
    tokens = await client.text_document_semantic_tokens_full_async(
        lsp.SemanticTokensParams(item))
    need(len(tokens.data) % 5 == 0 and len(tokens.data) > 100, tokens)
    lenses = await client.text_document_code_lens_async(
        lsp.CodeLensParams(item))
    need("equations" in lenses[0].command.title, lenses)
    hints = await client.text_document_inlay_hint_async(
        lsp.InlayHintParams(item, everything))
    need("[2]" in [h.label for h in hints], hints)
    layout = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(item, lsp.FormattingOptions(2, True)))
    need(not layout, layout)  # it is good already
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(
        "Shor"))
    need([s.name for s in found] == ["Short"], found)
    need((await client.text_document_prepare_rename_async(
        lsp.PrepareRenameParams(item, at))).start == lsp.Position(PLACE.line, 8),
         "what is renamed")
    made = await client.text_document_rename_async(
        lsp.RenameParams(item, at, "third"))
    need(len(made.document_changes[0].edits) == 4, made)


async def fixes(client, uri, place):
    return await client.text_document_code_action_async(lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(uri), place, lsp.CodeActionContext([])))


def apply(text, action, uri):
    """The text after the edits of an action."""
    lines = text.split("\n")
    for change in action.edit.changes[uri]:
        begin, end = change.range.start, change.range.end
        need(begin.line == end.line, "one line")
        line = lines[begin.line]
        lines[begin.line] = (line[:begin.character] + change.new_text +
                             line[end.character:])
    return "\n".join(lines)


async def begin(client, program, folder):
    """What the client can do is what pygls knows of."""
    await client.start_io(program, "lsp")
    able = await client.initialize_async(lsp.InitializeParams(
        capabilities=lsp.ClientCapabilities(
            workspace=lsp.WorkspaceClientCapabilities(
                workspace_edit=lsp.WorkspaceEditClientCapabilities(
                    document_changes=True,
                    resource_operations=[lsp.ResourceOperationKind.Rename]),
                code_lens=lsp.CodeLensWorkspaceClientCapabilities(
                    refresh_support=True),
                inlay_hint=lsp.InlayHintWorkspaceClientCapabilities(
                    refresh_support=True))),
        process_id=os.getpid(), initialization_options={"lint": False},
        workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), "test")]))
    need(able.server_info.name == "foucault", able)
    client.initialized(lsp.InitializedParams())


async def session(program, folder):
    client = make_client()
    await begin(client, program, folder)
    uri = (folder / "P.mo").as_uri()
    (folder / "P.mo").write_text(FAULTY)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(
        lsp.TextDocumentItem(uri, "modelica", 1, FAULTY)))
    found = await diagnostics(client, uri, 1, ["E120", "E302", "E302"])
    semicolon = [d for d in found if d.code == "E120"][0]
    actions = await fixes(client, uri, semicolon.range)
    mended = apply(FAULTY, actions[0], uri)
    need(mended == FAULTY.replace("R*p.i", "R*p.i;"), mended)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(version=2, uri=uri),
        [edit(18, 15, 15, ";")]))
    found = await diagnostics(client, uri, 2, ["E302", "E302"])
    actions = await fixes(client, uri, [d for d in found if "determines" in
                                        d.message][0].range)
    begun = apply(mended, actions[0], uri)
    need("    a = half(time);\n    b = ;\n" in begun, begun)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(version=3, uri=uri),
        [lsp.TextDocumentContentChangeWholeDocument(
            begun.replace("b = ;", "b = 2;"))]))
    await diagnostics(client, uri, 3, [])
    await ask_all(client, uri)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    need(client._server.returncode == 0, "the status is 0")
    need(not client.faults, client.faults)


asyncio.run(asyncio.wait_for(
    session(sys.argv[1], pathlib.Path(sys.argv[2]).absolute()), 3 * PATIENCE))
print("ok")
