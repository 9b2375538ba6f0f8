// Copy buttons: shown only where a script can copy; without, the text is there to be selected.

export function offerCopying(root = document) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
}

const faces = new WeakMap(); // what stands on a button between two presses

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  if (!faces.has(button)) faces.set(button, [...button.childNodes]);
  button.style.minWidth = `${button.offsetWidth}px`; // the shorter word moves nothing beside it
  try {
    await navigator.clipboard.writeText(source.value);
    button.textContent = "Copied";
  } catch {
    // No permission, or no secure connection: select it, so that one key or one tap copies.
    source.closest("details")?.setAttribute("open", "");
    source.focus();
    source.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Selected: now copy";
  }
  setTimeout(() => { button.replaceChildren(...faces.get(button)); }, 2500);
}

export function startCopying() {
  offerCopying();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
}
