// Tooltips for every mark, and legends that take a series away. Words are set as text, never as HTML.
"use strict";
(() => {
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);

  const place = (x, y) => {
    tip.style.left = Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = (y + 18 + tip.offsetHeight > innerHeight ? y - tip.offsetHeight - 8 : y + 18) + "px";
  };
  const say = (mark, x, y) => {
    const title = mark.querySelector("title");
    if (title) {
      // Taken out, or the browser would show its own tooltip beside ours.
      mark.dataset.tip = title.textContent;
      mark.setAttribute("aria-label", title.textContent);
      title.remove();
    }
    tip.textContent = mark.dataset.tip || "";
    tip.hidden = !tip.textContent;
    place(x, y);
  };
  const marked = (event) => event.target.closest && event.target.closest("svg.plot .mark");
  document.addEventListener("pointerover", (event) => {
    const mark = marked(event);
    if (mark) say(mark, event.clientX, event.clientY);
    else tip.hidden = true;
  });
  document.addEventListener("pointermove", (event) => { if (!tip.hidden) place(event.clientX, event.clientY); });
  document.addEventListener("focusin", (event) => {
    const mark = marked(event);
    if (!mark) { tip.hidden = true; return; }
    const box = mark.getBoundingClientRect();
    say(mark, box.left, box.bottom - 12);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });

  for (const item of document.querySelectorAll("figure.plot .legend li")) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    button.title = "Show or hide";
    button.append(...item.childNodes);
    item.append(button);
    button.addEventListener("click", () => {
      const gone = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!gone));
      for (const marks of item.closest("figure").querySelectorAll(`.series[data-series="${item.dataset.series}"]`))
        marks.classList.toggle("away", gone);
    });
  }
})();
