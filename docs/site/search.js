/* Search in the pages of this folder. The index comes from search_index.js,
 * a script beside the page, when the field is used for the first time. */
"use strict";

let rows = null;
const field = document.querySelector(".search input");
const found = document.querySelector(".search .found");
const MOST = 12, BEFORE = 50, AFTER = 110;

/* Called by search_index.js with [address, title, heading, text]. */
function searchIndex(given) {
  rows = given.map(([address, title, heading, text]) => ({address, title,
    heading, text, low: [title, heading, text].map(t => t.toLowerCase())}));
  show();
}

function load() {
  if (rows || document.querySelector("script[data-index]")) return;
  const script = document.createElement("script");
  script.src = "search_index.js";
  script.dataset.index = "";
  document.head.append(script);
}

/* Places where the word begins another word count more. */
function count(text, word) {
  let n = 0;
  for (let at = text.indexOf(word); at >= 0 && n < 20;
    at = text.indexOf(word, at + word.length))
    n += at === 0 || /[^a-z0-9]/.test(text[at - 1]) ? 2 : 0.5;
  return n;
}

/* All words must be there; 0: they are not. */
function score(row, words) {
  let sum = 0;
  for (const word of words) {
    const n = 12*Math.min(2, count(row.low[0], word))*(row.heading ? 0.5 : 1)
      + 14*Math.min(2, count(row.low[1], word)) + count(row.low[2], word);
    if (n === 0) return 0;
    sum += n;
  }
  return sum;
}

function mark(parent, text, words) {
  const sign = words.map(w => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  text.split(new RegExp(`(${sign.join("|")})`, "i")).forEach((part, i) => {
    if (i % 2 === 0) parent.append(part);
    else parent.appendChild(document.createElement("mark")).textContent = part;
  });
}

function piece(row, words) {
  const at = Math.max(0, Math.min(...words.map(w => row.low[2].indexOf(w))
    .filter(i => i >= 0).concat(row.text.length)) - BEFORE);
  const from = at === 0 || at + AFTER > row.text.length + BEFORE ? 0 : at;
  const text = row.text.slice(from, from + BEFORE + AFTER);
  return (from > 0 ? "\u2026" : "") + text
    + (from + BEFORE + AFTER < row.text.length ? "\u2026" : "");
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(w => w);
  found.replaceChildren();
  if (!rows || words.length === 0) return;
  const best = rows.map(row => [score(row, words), row])
    .filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]).slice(0, MOST);
  for (const [, row] of best) {
    const link = found.appendChild(document.createElement("a"));
    link.href = row.address;
    mark(link.appendChild(document.createElement("b")),
      row.heading ? `${row.title}: ${row.heading}` : row.title, words);
    mark(link, piece(row, words), words);
  }
  if (best.length === 0) found.textContent = "Nothing is found.";
}

field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); show(); });
addEventListener("keydown", e => {
  if (e.key === "Escape") { field.value = ""; show(); }
  if (e.key === "Enter" && e.target === field && found.querySelector("a"))
    found.querySelector("a").click();
  if (e.key === "/" && !/INPUT|TEXTAREA/.test(e.target.tagName)) {
    e.preventDefault();
    field.focus();
  }
});
