/* The tree of all classes and the search, from tree.js. */
"use strict";

const here = Number(document.body.dataset.class);
const inside = new Map(); /* of a class: the numbers of those in it */
docTree.forEach((c, k) => {
  if (!inside.has(c[1])) inside.set(c[1], []);
  inside.get(c[1]).push(k);
});

/* The full name, and the classes around. */
function way(k) {
  const list = [];
  for (; k >= 0; k = docTree[k][1]) list.unshift(k);
  return list;
}
const fullName = (k) => way(k).map((i) => docTree[i][0]).join(".");

function link(k, text) {
  const a = document.createElement("a");
  a.href = encodeURIComponent(docTree[k][3]) + ".html";
  a.textContent = text;
  a.title = docTree[k][2] + (docTree[k][4] ? ": " + docTree[k][4] : "");
  return a;
}

function branch(k, open) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const parts = inside.get(k);
  item.append(button, link(k, docTree[k][0]));
  if (docTree[k][5]) item.classList.add("inner");
  if (k === here) item.classList.add("here");
  if (!parts) return item;
  let list = null;
  const show = (is) => {
    if (is && !list) {
      list = level(parts, open);
      item.append(list);
    }
    if (list) list.hidden = !is;
    button.textContent = is ? "▾" : "▸";
    button.setAttribute("aria-expanded", is);
    button.setAttribute("aria-label", docTree[k][0]);
  };
  button.onclick = () => show(!list || list.hidden);
  show(open.has(k));
  return item;
}

function level(numbers, open) {
  const list = document.createElement("ul");
  for (const k of numbers) list.append(branch(k, open));
  return list;
}

const tree = document.getElementById("tree");
tree.append(level(inside.get(-1) || [], new Set(way(here))));
document.getElementById("side").hidden = false;
const mine = tree.querySelector(".here");
if (mine) tree.closest("#side").scrollTop = Math.max(0, mine.offsetTop - 200);

/* --- search --- */

const field = document.getElementById("search");
const found = document.getElementById("found");
let names = null, chosen = 0;

/* The smaller the better; -1: not at all. */
function rank(k, words) {
  let sum = 0;
  const last = docTree[k][0].toLowerCase();
  for (const word of words) {
    if (last === word) continue;
    if (last.startsWith(word)) sum += 1;
    else if (last.includes(word)) sum += 2;
    else if (names[k].includes(word)) sum += 4;
    else if (docTree[k][4].toLowerCase().includes(word)) sum += 8;
    else return -1;
  }
  return sum;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  tree.hidden = !found.hidden;
  found.replaceChildren();
  if (found.hidden) return;
  names = names || docTree.map((c, k) => fullName(k).toLowerCase());
  const hits = [];
  docTree.forEach((c, k) => {
    const r = rank(k, words);
    if (r >= 0) hits.push([r, names[k].length, k]);
  });
  hits.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  for (const hit of hits.slice(0, 50)) {
    const item = document.createElement("li");
    const text = document.createElement("div");
    text.className = "soft";
    text.textContent = docTree[hit[2]][4];
    item.append(link(hit[2], fullName(hit[2])), text);
    found.append(item);
  }
  if (hits.length === 0) found.textContent = "No class has this name.";
  choose(0);
}

function choose(k) {
  const items = found.querySelectorAll("li");
  chosen = Math.max(0, Math.min(k, items.length - 1));
  items.forEach((item, i) => item.classList.toggle("chosen", i === chosen));
  if (items[chosen]) items[chosen].scrollIntoView({ block: "nearest" });
}

field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Escape") { field.value = ""; search(); }
  else if (event.key === "Enter") {
    const a = found.querySelector(".chosen a");
    if (a) location.href = a.href;
  } else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field) return;
  event.preventDefault();
  field.focus();
});
