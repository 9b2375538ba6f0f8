// Small helps for referees: the browser knows its zone, the deadlines shown are that zone's, and picking
// another time picks "another time".

import { tellLocalTimes } from "./clock.js";

const zones = () => [...document.querySelectorAll("#zones option")].map((one) => one.value);

// The deadlines were foretold for another zone: ask for them again.
async function foretellAgain(field) {
  const asked = field.value;
  if (!zones().includes(asked)) return;
  const query = new URLSearchParams(new FormData(field.form));
  const response = await fetch(`${location.pathname}?${query}`, { headers: { Accept: "text/html" } });
  if (!response.ok || field.value !== asked) return;
  const fetched = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of ["#deadlines > summary", "#coming > .due-times"]) {
    const shown = document.querySelector(part);
    const told = fetched.querySelector(part);
    if (shown && told) shown.replaceChildren(...told.childNodes);
  }
  tellLocalTimes();
}

export function startSetup() {
  const zone = document.querySelector("#new-match #zone");
  if (zone) {
    const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ("guessZone" in zone.dataset && zone.value !== mine && zones().includes(mine)) {
      zone.value = mine;
      foretellAgain(zone).catch(() => {});
    }
    zone.addEventListener("change", () => { foretellAgain(zone).catch(() => {}); });
  }
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-picks-other]")) return;
    const other = event.target.closest("form").querySelector('input[value="other"]');
    if (other) other.checked = true;
  });
}
