// Older rounds are fetched when asked for and put in place, instead of leading to another page.

import { tellLocalTimes } from "./clock.js";

async function extend(link) {
  const response = await fetch(link.href, { headers: { Accept: "text/html" } });
  if (!response.ok) { location.href = link.href; return; }
  const fetched = new DOMParser().parseFromString(await response.text(), "text/html");
  const list = link.closest("section").querySelector(".rounds");
  const rows = [...fetched.querySelectorAll(".rounds > li")];
  const next = fetched.querySelector("[data-more]");
  list.append(...rows);
  tellLocalTimes(list);
  if (next) link.parentElement.replaceWith(next.parentElement);
  else link.parentElement.remove();
  rows[0]?.querySelector("a")?.focus();
}

export function startFolding() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-more]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    extend(link).catch(() => { location.href = link.href; });
  });
}
