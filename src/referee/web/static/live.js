// Keeps a page fresh: when the server says that it would look different, fetches it again and swaps what
// has changed. A half-made choice, an open fold or a half-written text is never taken away: then the page
// only says that there is news.

import { offerCopying } from "./copy.js";
import { tellLocalTimes } from "./clock.js";
import { isChoosing } from "./move.js";

const body = document.body;

// Where the page may be asked for again: what a form has answered stands at an address of its own.
const home = body.dataset.page ?? location.pathname;
const isHome = home === location.pathname;

function isBusy() {
  // Neither is what a form was refused for, with what had been filled in.
  if (isChoosing() || document.getElementById("refusal")) return true;
  const active = document.activeElement;
  if (active && active.matches("input:not([readonly]), select, textarea:not([readonly])")) return true;
  return [...document.querySelectorAll("main form:not(#move) :is(input, select)")].some(isFilled);
}

// Whether somebody has filled a field in, and would have to do so again.
function isFilled(one) {
  if (one.type === "hidden" || one.readOnly) return false;
  if (one.type === "radio" || one.type === "checkbox") return one.checked !== one.defaultChecked;
  if (one.tagName !== "SELECT") return one.value !== one.defaultValue;
  const first = Math.max(0, [...one.options].findIndex((option) => option.defaultSelected));
  return one.selectedIndex !== first;
}

function tell(text) {
  let bar = document.getElementById("news");
  if (!bar) {
    bar = document.createElement("div");
    bar.id = "news";
    bar.className = "news";
    bar.setAttribute("role", "status");
    document.getElementById("main").prepend(bar);
  }
  const link = document.createElement("a");
  link.href = home;
  link.className = "button small";
  link.textContent = "Show what is new";
  const words = document.createElement("p");
  words.textContent = text;
  bar.replaceChildren(words, link);
}

// The folds of a page by what is written on them, so that an open one is found again in a fresh page.
function folds() {
  const found = new Map();
  for (const fold of document.querySelectorAll("main details")) {
    const words = fold.querySelector("summary")?.textContent.trim() ?? "";
    let key = words;
    for (let again = 2; found.has(key); again += 1) key = `${words} ${again}`;
    found.set(key, fold);
  }
  return found;
}

function sections() {
  const all = document.querySelectorAll("main section[aria-labelledby]:not(.deadline)");
  return new Map([...all].map((one) => [one.getAttribute("aria-labelledby"), one]));
}

function swap(fetched) {
  const open = [...folds()].filter(([, fold]) => fold.open).map(([key]) => key);
  const before = new Map([...sections()].map(([key, one]) => [key, one.textContent]));
  const scroll = scrollY;
  const focused = document.activeElement?.id;
  document.getElementById("main").replaceChildren(...fetched.getElementById("main").childNodes);
  for (const [key, fold] of folds()) if (open.includes(key)) fold.open = true;
  for (const [key, one] of sections()) {
    if (before.has(key) && before.get(key) !== one.textContent) one.classList.add("changed-now");
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  scrollTo({ top: scroll, behavior: "instant" });
  for (const key of ["revision", "phase"]) {
    if (key in fetched.body.dataset) body.dataset[key] = fetched.body.dataset[key];
    else delete body.dataset[key];
  }
  tellLocalTimes();
  offerCopying();
}

async function refresh() {
  // With its query, so that what a page says of the act that led to it ("The round is closed.") stays said.
  const address = isHome ? home + location.search : home;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const fetched = new DOMParser().parseFromString(await response.text(), "text/html");
  if (fetched.body.dataset.revision === body.dataset.revision) return;
  const closed = fetched.body.dataset.phase !== body.dataset.phase;
  // A form's answer is never swapped: a new link is shown once.
  if (isHome && !isBusy()) { swap(fetched); return; }
  if (closed && isChoosing()) {
    tell("The round has closed while you were choosing. What you have chosen here was not sent and cannot be any more.");
    document.getElementById("send")?.setAttribute("disabled", "");
  } else if (closed) {
    tell("The round has closed.");
  } else {
    tell("There is news on this page.");
  }
}

export function startLive() {
  const address = body.dataset.live;
  if (!address || !("EventSource" in window)) return;
  const source = new EventSource(address);
  const look = (event) => {
    if (event.data !== body.dataset.revision) refresh().catch(() => {});
  };
  source.addEventListener("revision", look);
  source.addEventListener("changed", look);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
