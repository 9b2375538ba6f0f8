// Time: counts down to deadlines by the server's clock, and tells every moment in the reader's zone.

const offset = Date.parse(document.body.dataset.now) - Date.now();
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// "Tue 1 Dec, 20:00", as the server writes it for the match's zone.
const words = new Intl.DateTimeFormat("en-GB", {
  weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});

function local(at) {
  const part = Object.fromEntries(words.formatToParts(at).map((one) => [one.type, one.value]));
  return `${part.weekday} ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}`;
}

// A zone's clocks at a moment, as a field for a time holds it: "2030-01-07T10:00".
function wallClock(at, there) {
  const told = new Intl.DateTimeFormat("sv-SE", { timeZone: there, dateStyle: "short", timeStyle: "short" });
  return told.format(at).replace(" ", "T");
}

// The moment at which a zone's clocks show this; in the hour by which clocks are changed perhaps an hour off.
function momentOf(wall, there) {
  const wanted = Date.parse(`${wall}Z`);
  const ahead = (at) => Date.parse(`${wallClock(at, there)}Z`) - at;
  return new Date(wanted - ahead(wanted - ahead(wanted)));
}

// Beside a time that is typed by another zone's clocks: what it is by the reader's own.
function tellTyped(field) {
  const told = document.getElementById(`${field.id}-yours`);
  told.hidden = true;
  try {
    const at = momentOf(field.value, field.dataset.zone);
    if (wallClock(at, zone) === field.value) return;
    told.textContent = `${local(at)} (your time)`;
    told.hidden = false;
  } catch (error) {
    // No time yet, or none that can be told; or a zone that this browser does not know.
    if (!(error instanceof RangeError)) throw error;
  }
}

export function leftWords(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds <= 0) return "any moment now";
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds - days * 86400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days) {
    const told = days === 1 ? "1 day" : `${days} days`;
    return hours ? `${told} ${hours} h left` : `${told} left`;
  }
  if (hours) return minutes ? `${hours} h ${minutes} min left` : `${hours} h left`;
  if (minutes >= 10) return `${minutes} min left`;
  return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s left`;
}

function tick() {
  const now = Date.now() + offset;
  let soon = false;
  for (const place of document.querySelectorAll("[data-due]")) {
    const left = Date.parse(place.dataset.due) - now;
    const text = leftWords(left);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("urgent", left < 3600_000);
    soon ||= left > -1000 && left < 600_000;
  }
  setTimeout(tick, soon ? 1000 : 10_000);
}

export function tellLocalTimes(root = document) {
  for (const place of root.querySelectorAll("time[datetime]:not([data-told])")) {
    place.dataset.told = "";
    place.title = `${local(new Date(place.dateTime))} (your time)`;
  }
  for (const field of root.querySelectorAll("input[data-zone]")) tellTyped(field);
  for (const row of root.querySelectorAll("[data-yours]")) {
    const due = row.closest(".deadline").querySelector("[data-due]").dataset.due;
    const told = [...row.parentElement.querySelectorAll("dd")].map((one) => one.textContent);
    const mine = local(new Date(due));
    if (told.includes(mine)) continue;
    row.querySelector("dd").textContent = mine;
    row.title = zone;
    row.hidden = false;
  }
}

export function startClocks() {
  document.addEventListener("input", (event) => {
    if (event.target.matches("input[data-zone]")) tellTyped(event.target);
  });
  tellLocalTimes();
  tick();
}
