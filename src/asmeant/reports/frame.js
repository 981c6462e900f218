// What every page has: light and dark, and tables that sort.
"use strict";
(() => {
  const { make } = showing;

  // ── light and dark ──
  const theme = document.getElementById("theme");
  const dark = () => {
    const wish = document.documentElement.dataset.theme;
    return wish ? wish === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const name = () => { theme.textContent = dark() ? theme.dataset.light || "Light" : theme.dataset.dark || "Dark"; };
  theme.hidden = false;
  name();
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("asmeant-theme", document.documentElement.dataset.theme); } catch { /* no storage */ }
    name();
  });

  // ── tables that sort ──
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    if (body.rows.length < 3) continue;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = make("button", { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "descending" ? "ascending" : "descending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down);
        const key = (row) => row.cells[column].dataset.value;
        const order = (one, two) => {
          const [a, b] = [key(one), key(two)];
          if (a !== undefined && b !== undefined) return a - b;
          if (a !== undefined || b !== undefined) return a === undefined ? -1 : 1;
          return two.cells[column].textContent.localeCompare(one.cells[column].textContent);
        };
        const rows = [...body.rows].filter((row) => !row.classList.contains("total"));
        rows.sort((one, two) => (down === "descending" ? order(two, one) : order(one, two)));
        const totals = [...body.rows].filter((row) => row.classList.contains("total"));
        body.append(...rows, ...totals);
      });
    });
  }
})();
