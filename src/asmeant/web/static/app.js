// What the application adds: pages that stay up to date, filters without a reload, and the keyboard.
// Everything here is a convenience: without it links and forms do the same.
"use strict";
(() => {
  const one = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ── code: coloured, and beside the nearest reference ──
  const colour = (root) => {
    for (const code of all("code[data-language]", root)) {
      const block = showing.block(code.textContent, code.dataset.language, code.parentNode.className);
      block.dataset.done = code.dataset.language;
      code.parentNode.replaceWith(block);
    }
  };
  const data = one("#task-data");
  const compare = () => {
    if (!data) return;
    const task = JSON.parse(data.textContent);
    for (const block of all("pre.candidate-code")) {
      const difference = showing.difference(task, block.textContent);
      if (difference) block.after(difference);
    }
  };
  colour(document);
  compare();

  // ── parts of a page that are fetched again ──
  const busy = new Map();
  const fetched = async (address, selector) => {
    busy.get(selector)?.abort();
    const stop = new AbortController();
    busy.set(selector, stop);
    const answer = await fetch(address, { headers: { accept: "text/html" }, signal: stop.signal, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return one(selector, page);
  };
  const renew = async (address, selector) => {
    const old = one(selector), fresh = await fetched(address, selector);
    if (!old || !fresh) return;
    const chosen = new Set(all("input:checked", old).map((box) => box.value));
    for (const box of all("input[type=checkbox]", fresh)) box.checked = chosen.has(box.value);
    const at = document.activeElement && old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const node = document.importNode(fresh, true);
    old.replaceWith(node);
    colour(node);
    if (at) one(`a[href="${CSS.escape(at)}"]`, node)?.focus();
  };
  const keep = (selector) => {
    const part = one(selector);
    if (!part || !part.dataset.refresh) return;
    setTimeout(async () => {
      const now = one(selector);
      const typing = document.activeElement && now && now.contains(document.activeElement) && document.activeElement.matches("input, select");
      if (!document.hidden && !typing) await renew(now.dataset.source, selector).catch(() => {});
      // What was waited for is there: its tables and plots need their scripts.
      if (selector === "#live" && !one(selector).dataset.refresh) location.reload();
      else keep(selector);
    }, 1000 * Number(part.dataset.refresh));
  };
  keep("#live");
  if (one("#list[data-refresh]")) keep("#list");

  // ── filters: the address follows ──
  const form = one("#filters[data-list]");
  const address = () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) query.append(name, value);
    const text = query.toString();
    return form.getAttribute("action") + (text ? "?" + text : "");
  };
  if (form && form.getAttribute("action")) {
    let waiting = 0;
    const search = () => {
      const to = address();
      // Not form.dataset: that would be the field of this name.
      renew(to, form.getAttribute("data-list")).then(() => history.replaceState(null, "", to)).catch((error) => {
        if (error.name !== "AbortError") location.href = to;
      });
    };
    form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 150); });
    form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); search(); });
  }

  // ── the same for a page that opens from disk: its rows are in a script, its filter after the # ──
  const PAGE = 50;
  const listed = (run) => {
    const list = one("ol.candidates"), turns = one("#turns"), blank = one("#row-template").content.firstElementChild;
    const marks = { passed: "✓", failed: "✗", undecided: "–" };
    const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    let page = 1;
    const holds = (row, wanted) => {
      const task = run.tasks[row[0]];
      return (!wanted.status || row[2] === wanted.status) && (!wanted.cause || row[3] === wanted.cause)
        && (!wanted.check || row[4].includes(wanted.check)) && (!wanted.language || task.language === wanted.language)
        && (!wanted.library || task.libraries.includes(wanted.library)) && (!wanted.tag || task.tags.includes(wanted.tag))
        && (wanted.q || "").toLowerCase().split(/\s+/).every((word) => row[6].includes(word) || task.id.toLowerCase().includes(word));
    };
    const drawn = (row) => {
      const [number, rank, status, cause, , reason] = row, task = run.tasks[number], node = blank.cloneNode(true);
      one("a", node).href = `task-${String(number + 1).padStart(5, "0")}.html#c${rank}`;
      one(".intent", node).textContent = task.intent || task.id;
      one(".intent", node).lang = task.language;
      one(".verdict", node).classList.add("v-" + status.replace(" ", "-"));
      one(".verdict", node).textContent = `${marks[status] || "·"} ${run.words.status[status] || status}`;
      one(".id", node).textContent = [task.id, fill(run.words.candidate, { rank }), ...(cause === status ? [] : [run.words.cause[cause] || cause])].join(" · ");
      if (reason) one(".reason", node).textContent = reason; else one(".reason", node).remove();
      return node;
    };
    const show = () => {
      const wanted = Object.fromEntries(new FormData(form));
      const rows = run.rows.filter((row) => holds(row, wanted));
      const pages = Math.max(1, Math.ceil(rows.length / PAGE));
      page = Math.min(Math.max(1, page), pages);
      list.start = (page - 1) * PAGE + 1;
      list.replaceChildren(...rows.slice((page - 1) * PAGE, page * PAGE).map(drawn));
      one("#count").textContent = fill(run.words.count, { count: rows.length, all: run.rows.length });
      turns.hidden = pages < 2;
      one("span", turns).textContent = fill(run.words.page, { page, pages });
      const [back, on] = all("button", turns);
      back.disabled = page === 1;
      on.disabled = page === pages;
      const query = new URLSearchParams(Object.entries({ ...wanted, page: page > 1 ? page : "" }).filter(([, value]) => value));
      history.replaceState(null, "", location.pathname + location.search + (String(query) ? "#" + query : ""));
      for (const link of all(".saved a"))
        if (link.hash === location.hash) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    };
    const read = () => {
      const query = new URLSearchParams(location.hash.slice(1));
      for (const field of form.elements) if (field.name) field.value = query.get(field.name) || "";
      page = parseInt(query.get("page"), 10) || 1;
      show();
    };
    const turn = (by) => { page += by; show(); one("#tasks").scrollIntoView(); };
    all("button", turns).forEach((button, place) => button.addEventListener("click", () => turn(place ? 1 : -1)));
    form.addEventListener("input", () => { page = 1; show(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", read);
    read();
  };
  if (form && form.hasAttribute("data-static") && globalThis.asmeantRun) listed(globalThis.asmeantRun);
  for (const select of all("select[data-submit]")) select.addEventListener("change", () => select.form.submit());

  // ── the playground: answers as they come ──
  const player = one("form[data-answers]");
  const eachLine = async (answer, show) => {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) show(JSON.parse(line));
    }
  };
  const play = async () => {
    const place = one(player.getAttribute("data-answers")), state = one("#state"), button = one("button", player);
    button.disabled = true;
    place.replaceChildren();
    state.textContent = state.dataset.working;
    try {
      const answer = await fetch(player.getAttribute("action"), { method: "POST", body: new FormData(player), headers: { accept: "application/x-ndjson" } });
      if (!answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        state.textContent = one("main p", page)?.textContent || String(answer.status);
        return;
      }
      let fault = "";
      await eachLine(answer, (line) => {
        if (line.error) { fault = line.error; return; }
        const page = new DOMParser().parseFromString(line.html, "text/html");
        place.replaceChildren(...[...page.body.childNodes].map((node) => document.importNode(node, true)));
        colour(place);
      });
      state.textContent = fault;
    } catch (error) {
      state.textContent = String(error);
    } finally {
      button.disabled = false;
    }
  };
  if (player) player.addEventListener("submit", (event) => { event.preventDefault(); play(); });

  // ── keys ──
  const help = one("#help"), button = one("#help-button");
  if (help && button) {
    button.hidden = false;
    button.addEventListener("click", () => help.showModal());
  }
  const rows = () => all(".row a.main");
  const step = (by) => {
    const links = rows();
    if (links.length) {
      const at = links.indexOf(document.activeElement);
      const to = links[Math.min(Math.max(at + by, 0), links.length - 1)];
      to.focus();
      to.closest(".row").scrollIntoView({ block: "nearest" });
      return true;
    }
    return follow(by > 0 ? 'a[rel="next"]' : 'a[rel="prev"]');
  };
  const follow = (selector) => {
    const link = one(selector);
    if (link) link.click();
    return Boolean(link);
  };
  const keys = {
    j: () => step(1), k: () => step(-1), n: () => follow('a[rel="next"], #turns button:last-child'), p: () => follow('a[rel="prev"], #turns button:first-child'),
    u: () => follow("#up"), g: () => follow(".brand a"),
    "/": () => { const field = one("input[type=search]"); if (field) { field.focus(); field.select(); return true; } return follow("#up"); },
    "?": () => { if (help) help.showModal(); return Boolean(help); },
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.matches?.("input:not([type=radio]), select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (help?.open) return;
    if (Object.hasOwn(keys, event.key) && keys[event.key]()) event.preventDefault();
  });
})();
