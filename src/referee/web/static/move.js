// My seat: says what would be sent as soon as something is chosen. Only the server knows the words and
// the warnings; a choice made while an answer is on its way makes that answer void.

let asked = 0;
let touched = false;

export function isChoosing() {
  return touched;
}

async function preview(form) {
  const number = ++asked;
  const body = new URLSearchParams(new FormData(form));
  body.set("part", "preview");
  const response = await fetch(form.dataset.preview, { method: "POST", body });
  if (number !== asked) return;
  const fetched = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = fetched.getElementById("preview");
  if (fresh && number === asked) document.getElementById("preview").replaceChildren(...fresh.childNodes);
}

function moveForm() {
  return document.getElementById("move");
}

export function startMove() {
  // Listens on the document, since a fresh form may have taken the old one's place.
  document.addEventListener("change", (event) => {
    if (!moveForm()?.contains(event.target)) return;
    touched = true;
    preview(moveForm()).catch(() => {});
  });
  document.addEventListener("submit", (event) => {
    // Sent twice yields one result anyway; this only spares the wait. A page come back to may send again.
    const send = moveForm()?.querySelector("#send");
    if (send && event.submitter === send) setTimeout(() => { send.disabled = true; });
  });
  addEventListener("pageshow", () => {
    const send = moveForm()?.querySelector("#send");
    if (send) send.disabled = false;
  });
  if (moveForm()?.querySelector(".pick :checked")) preview(moveForm()).catch(() => {});
}
