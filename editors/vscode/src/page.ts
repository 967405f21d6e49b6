// A page of the program, made fit for a view of the editor.

/** Nothing is fetched: all that the page needs is in it. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; " +
  "script-src 'unsafe-inline'; img-src data:";

export function pageForView(page: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return page.includes("<head>")
    ? page.replace("<head>", "<head>\n" + meta)
    : meta + page;
}

function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}

/** The messages above the page that was there before. */
export function pageWithMessages(page: string, messages: string): string {
  const box =
    '<pre style="position:sticky;top:0;z-index:9;margin:0;padding:.6rem;' +
    "white-space:pre-wrap;color:#fff;background:#8c1c13\">" +
    `${escaped(messages)}</pre>`;
  return /<body[^>]*>/.test(page)
    ? page.replace(/<body[^>]*>/, (body) => body + box)
    : pageForView(`<!DOCTYPE html><html><head></head><body>${box}</body></html>`);
}
