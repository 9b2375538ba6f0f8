// Small helps for referees: the browser knows its zone, and picking another time picks "another time".

export function startSetup() {
  const zone = document.querySelector("[data-guess-zone]");
  if (zone) {
    const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const known = [...document.querySelectorAll("#zones option")].some((one) => one.value === mine);
    if (known) zone.value = mine;
  }
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-picks-other]")) return;
    const other = event.target.closest("form").querySelector('input[value="other"]');
    if (other) other.checked = true;
  });
}
