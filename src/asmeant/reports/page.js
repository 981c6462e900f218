// The list of tasks: searched, filtered, ordered, opened one by one. All that comes from the data is set as
// text (textContent, append of strings), never as HTML: models write what they like.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const PAGE = 25;
  const LONG = 220;
  const GLYPHS = { passed: "✓", failed: "✗", undecided: "–", "not judged": "·" };
  const LANGUAGES = { en: "English", es: "Spanish", ja: "Japanese", ru: "Russian" };
  const { make, block, difference } = showing;
  const byId = (id) => document.getElementById(id);

  // ── what is known of each task ──
  const tasks = data.tasks.map((task, place) => {
    const all = task.runs.flatMap((run) => run || []);
    const shares = task.runs.map((run) => {
      const decided = (run || []).filter((one) => one.status === "passed" || one.status === "failed");
      return decided.length ? decided.filter((one) => one.status === "passed").length / decided.length : null;
    });
    const known = shares.filter((share) => share !== null);
    return {
      ...task, place, all, shares,
      intent: task.intent || "", id: task.id || "", tags: task.tags || [], references: task.references || [],
      checks: task.checks || [], causes: new Set(all.map((one) => one.cause)),
      share: known.length ? known.reduce((a, b) => a + b, 0) / known.length : null,
      spread: known.length > 1 ? Math.max(...known) - Math.min(...known) : 0,
    };
  });
  // The texts of a large page are compressed, task by task.
  const TEXTS = ["code", "fault", "reply", "extraction", "sent", "reason", "function", "stdout", "stderr"];
  const unpack = async (task) => {
    if (!task.packed) return;
    const bytes = Uint8Array.from(atob(task.packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const { texts, runs } = JSON.parse(await new Response(stream).text());
    runs.forEach((run, number) => (run || []).forEach((details, place) => {
      for (const name of TEXTS) if (name in details) details[name] = texts[details[name]];
      Object.assign(task.runs[number][place], details);
    }));
    task.packed = "";
  };
  const tooOld = (error) => make("p", { class: "words" }, `This browser cannot open the texts of this page: ${error.message}`);
  const words = (task) => {
    task.words ??= [task.id, task.intent, ...task.tags, ...task.references,
      ...task.all.flatMap((one) => [one.code || "", one.reason || "", one.fault || ""])].join("\n").toLowerCase();
    return task.words;
  };

  // ── filters ──
  const form = byId("filters");
  const several = data.runs.length > 1;
  const statuses = {
    "": "all",
    right: "all right", mixed: "some right", wrong: "none right", undecided: "undecided",
    ...(several ? { flipped: "differ between runs" } : {}),
  };
  const holds = {
    right: (task) => task.share === 1, wrong: (task) => task.share === 0,
    mixed: (task) => task.share > 0 && task.share < 1,
    undecided: (task) => task.share === null, flipped: (task) => task.spread > 0,
  };
  const sorts = {
    "": "as in the dataset", id: "id", worst: "fewest right first", best: "most right first",
    ...(several ? { spread: "largest difference first" } : {}),
  };
  const value = (share, none) => (share === null ? none : share);
  const orders = {
    "": (a, b) => a.place - b.place, id: (a, b) => a.id.localeCompare(b.id, undefined, { numeric: true }),
    worst: (a, b) => value(a.share, 2) - value(b.share, 2),
    best: (a, b) => value(b.share, -1) - value(a.share, -1), spread: (a, b) => b.spread - a.spread,
  };
  const count = (values) => {
    const found = new Map();
    for (const one of values) found.set(one, (found.get(one) || 0) + 1);
    return [...found].sort((a, b) => b[1] - a[1]);
  };
  const choices = (select, found) => {
    select.append(...Object.entries(found).map(([key, text]) => make("option", { value: key }, text)));
    select.closest("label").hidden = Object.keys(found).length < 2;
    if (Object.keys(found).length < 2) select.closest("label").style.display = "none";
  };
  const counted = (values, most = 80) =>
    Object.fromEntries([["", "all"], ...count(values).slice(0, most).map(([one, times]) => [one, `${one} (${times})`])]);
  choices(form.elements.status, statuses);
  choices(form.elements.cause, counted(tasks.flatMap((task) => [...task.causes])));
  const spoken = count(tasks.map((task) => task.language || ""));
  choices(form.elements.language, spoken.length < 2 ? { "": "all" } : Object.fromEntries([["", "all"],
    ...spoken.map(([code, times]) => [code, `${LANGUAGES[code] || code} (${times})`])]));
  const tagged = count(tasks.flatMap((task) => task.tags)).filter(([, times]) => times > 1 && times < tasks.length);
  choices(form.elements.tag, Object.fromEntries([["", "all"],
    ...tagged.slice(0, 200).map(([tag, times]) => [tag, `${tag} (${times})`])]));
  choices(form.elements.sort, sorts);
  form.hidden = false;
  document.querySelector(".keys").hidden = false;

  // ── state, which is also the address ──
  const FIELDS = ["q", "status", "cause", "language", "tag", "sort"];
  const state = { page: 0, task: "" };
  const address = () => {
    const parts = new URLSearchParams();
    for (const field of FIELDS) if (form.elements[field].value) parts.set(field, form.elements[field].value);
    if (state.page) parts.set("page", state.page + 1);
    if (state.task) parts.set("task", state.task);
    const text = parts.toString();
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search + "#tasks");
  };
  const visible = () => {
    const wanted = Object.fromEntries(FIELDS.map((field) => [field, form.elements[field].value]));
    const terms = wanted.q.toLowerCase().split(/\s+/).filter(Boolean);
    return tasks.filter((task) =>
      (!wanted.status || holds[wanted.status](task)) && (!wanted.cause || task.causes.has(wanted.cause)) &&
      (!wanted.language || task.language === wanted.language) && (!wanted.tag || task.tags.includes(wanted.tag)) &&
      terms.every((term) => words(task).includes(term))).sort(orders[wanted.sort] || orders[""]);
  };

  // ── one task ──
  const folded = (title, text, open) =>
    text ? [make("details", open ? { open: "" } : {}, make("summary", {}, title), make("pre", { class: "wrap", tabindex: 0 }, text))] : [];
  // Candidates with the same code may come from different replies: each is shown once.
  const distinct = (alike, field) => [...new Set(alike.map((one) => one[field]).filter(Boolean))];
  const replies = (alike) => {
    const texts = distinct(alike, "reply");
    const title = (text) => (texts.length < 2 && !alike.some((one) => one.bare) ? "The reply, as received"
      : `The reply of candidate ${alike.filter((one) => one.reply === text).map((one) => one.rank).join(", ")}, as received`);
    return [
      ...distinct(alike, "extraction").map((text) => make("p", { class: "words" }, `Extraction: ${text}`)),
      ...(alike.some((one) => one.bare) ? [make("p", { class: "words" }, "The reply, as received, is this code.")] : []),
      ...texts.flatMap((text) => folded(title(text), text, !alike[0].code)),
    ];
  };
  const candidate = (task, alike, run) => {
    const one = alike[0], kind = one.status.replace(" ", "-");
    const ranks = alike.length > 1 ? `candidates ${alike.map((other) => other.rank).join(", ")}` : `candidate ${one.rank}`;
    const who = several ? `${data.runs[run]}, ${ranks}` : ranks;
    const notes = [];
    if (one.held) notes.push(`holds: ${one.held.join(", ")}`);
    if (one.function) notes.push(`function ${one.function}`);
    if (one.truncated) notes.push("the reply was cut off");
    if (alike.every((other) => other.same_as !== undefined)) notes.push(`not run: the same program as candidate ${one.same_as}`);
    if (one.seconds) notes.push(`${one.seconds} s`);
    const node = make("div", { class: "candidate " + kind },
      make("p", {}, make("span", { class: "verdict v-" + kind }, `${GLYPHS[one.status]} ${one.status}`), ` ${who}`,
        one.reason ? ` — ${one.reason}` : "", notes.length ? ` (${notes.join("; ")})` : ""),
      one.code ? block(one.code, task.code) : make("p", {}, `No code: ${one.fault || "the reply is empty"}`),
      ...replies(alike), ...folded("The settings, as sent", distinct(alike, "sent").join("\n")),
      ...folded("Standard output", one.stdout), ...folded("Standard error", one.stderr));
    const change = one.code && difference(task, one.code);
    if (change) node.insertBefore(change, node.children[2] || null);
    return node;
  };
  const prompt = (sent, run) => {
    const title = several ? `The prompt of ${data.runs[run]}, as sent` : "The prompt, as sent";
    const parts = sent.parts.flatMap(([role, place]) => [
      ...(role ? [make("h3", {}, role)] : []), make("pre", { class: "wrap", tabindex: 0 }, data.texts[place])]);
    const stops = sent.stop.length ? [make("p", { class: "words" }, `A reply ends at ${sent.stop.join(", ")}`)] : [];
    return make("details", { class: "prompt" }, make("summary", {}, title), ...parts, ...stops);
  };
  const alike = (candidates) => {
    const groups = new Map();
    for (const one of candidates) {
      const key = JSON.stringify([one.code, one.code ? "" : one.reply, one.status, one.reason, one.stdout]);
      groups.set(key, [...(groups.get(key) || []), one]);
    }
    return [...groups.values()];
  };
  const body = (task) => {
    const parts = task.intent.length > LONG || task.intent.includes("\n")
      ? [make("p", { class: "full", lang: task.language }, task.intent)] : [];
    if (task.tags.length) parts.push(make("div", { class: "chips" }, ...task.tags.map((tag) => make("span", { class: "chip" }, tag))));
    if (task.before || task.after)
      parts.push(make("h3", {}, "Written into"), block((task.before || "") + "▁▁▁" + (task.after || ""), task.code, "scaffold"));
    task.references.slice(0, 20).forEach((text, place) => parts.push(
      make("h3", {}, task.references.length > 1 ? `Reference ${place + 1} of ${task.references.length}` : "Reference"), block(text, task.code)));
    if (task.checks.length) {
      const checks = task.checks.map(([name, probes]) => make("div", {}, make("h3", {}, `Check ${name}`), block(probes, "python")));
      parts.push(make("details", { class: "checks" }, make("summary", {}, `${task.checks.length === 1 ? "The check" : task.checks.length + " checks"}`), ...checks));
    } else parts.push(make("p", { class: "words" }, "The task has no checks, so its candidates are undecided."));
    task.runs.forEach((run, number) => {
      if (run === null) { if (several) parts.push(make("p", { class: "words" }, `${data.runs[number]}: the task is not in this run.`)); return; }
      parts.push(...task.prompts[number].map((sent) => prompt(sent, number)));
      if (!run.length) parts.push(make("p", { class: "words" }, `${several ? data.runs[number] + ": n" : "N"}o candidates yet.`));
      parts.push(...alike(run).map((group) => candidate(task, group, number)));
    });
    return make("div", { class: "body" }, ...parts);
  };
  const row = (task) => {
    const marks = task.runs.map((run, number) => {
      const list = run || [];
      const shown = list.slice(0, 20).map((one) => make("span", { class: "v-" + one.status.replace(" ", "-") }, GLYPHS[one.status]));
      const right = list.filter((one) => one.status === "passed").length;
      const told = list.length ? `${right} of ${list.length} passed` : "no candidates";
      return make("span", {}, several ? make("span", { class: "who" }, data.runs[number]) : "",
        make("span", { class: "dots", role: "img", "aria-label": told, title: told }, ...shown, list.length > 20 ? "…" : ""));
    });
    const flat = task.intent.replace(/\s+/g, " ").trim();
    const node = make("details", { class: "task" },
      make("summary", {}, make("span", { class: "intent", lang: task.language }, flat.length > LONG ? flat.slice(0, LONG) + "…" : flat),
        make("span", { class: "marks" }, ...marks), make("span", { class: "id" }, task.id)));
    node.addEventListener("toggle", () => {
      if (!node.isConnected) return; // the event comes later: another page may be shown by then
      if (node.open && node.children.length === 1) {
        if (task.packed) {
          const waiting = make("p", { class: "words" }, "Opening…");
          node.append(waiting);
          unpack(task).then(() => waiting.replaceWith(body(task)), (error) => waiting.replaceWith(tooOld(error)));
        } else node.append(body(task));
      }
      if (node.open) state.task = task.id; else if (state.task === task.id) state.task = "";
      address();
    });
    return node;
  };

  // ── the list ──
  const list = byId("list"), pages = byId("pages");
  let found = tasks;
  const show = () => {
    const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
    state.page = Math.min(Math.max(0, state.page), last);
    const part = found.slice(state.page * PAGE, (state.page + 1) * PAGE);
    list.replaceChildren(...part.map(row));
    byId("count").textContent = found.length === tasks.length ? `${tasks.length} tasks` : `${found.length} of ${tasks.length} tasks`;
    pages.replaceChildren();
    if (last > 0) {
      const turn = (text, to) => {
        const button = make("button", { type: "button" }, text);
        button.disabled = to < 0 || to > last;
        button.addEventListener("click", () => { go(to); byId("tasks").scrollIntoView(); });
        return button;
      };
      pages.append(turn("← Previous", state.page - 1), `page ${state.page + 1} of ${last + 1}`, turn("Next →", state.page + 1));
    }
  };
  const go = (page) => { state.page = page; state.task = ""; show(); address(); };
  // Words are looked for in all texts, which are opened for the first search.
  const opened = (then) => {
    if (!form.elements.q.value || tasks.every((task) => !task.packed)) { then(); return; }
    byId("count").textContent = "Opening all texts…";
    Promise.all(tasks.map(unpack)).then(then, (error) => { byId("count").replaceChildren(tooOld(error)); });
  };
  const search = () => opened(() => { found = visible(); go(0); });
  let waiting = 0;
  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 120); });
  form.addEventListener("submit", (event) => { event.preventDefault(); search(); });
  form.addEventListener("reset", () => setTimeout(search));

  // ── addresses: #task=ID, and any filter with it ──
  const read = () => {
    const text = location.hash.slice(1);
    if (!text.includes("=")) return;
    const parts = new URLSearchParams(text);
    for (const field of FIELDS) form.elements[field].value = parts.get(field) || "";
    for (const field of FIELDS) if (form.elements[field].selectedIndex === -1) form.elements[field].value = "";
    opened(() => arrive(parts));
  };
  const arrive = (parts) => {
    found = visible();
    const wanted = parts.get("task");
    let place = wanted ? found.findIndex((task) => task.id === wanted) : -1;
    if (wanted && place < 0) {
      // Not form.reset(): its event would search anew, and close the task again.
      for (const field of FIELDS) form.elements[field].value = "";
      found = visible();
      place = found.findIndex((task) => task.id === wanted);
    }
    state.page = place < 0 ? (parseInt(parts.get("page"), 10) || 1) - 1 : Math.floor(place / PAGE);
    show();
    if (place < 0) { byId("tasks").scrollIntoView(); return; }
    const node = list.children[place % PAGE];
    node.open = true;
    node.scrollIntoView();
    node.firstChild.focus({ preventScroll: true });
  };
  addEventListener("hashchange", read);

  // ── keys ──
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches && event.target.matches("input, select, textarea");
    if (typing) { if (event.key === "Escape") event.target.blur(); return; }
    const heads = [...list.querySelectorAll("details.task > summary")];
    const at = heads.indexOf(document.activeElement.closest ? document.activeElement.closest("details.task")?.firstChild : null);
    const step = { j: 1, k: -1 }[event.key];
    if (step && heads.length) {
      const head = heads[Math.min(Math.max(at + step, 0), heads.length - 1)];
      head.focus();
      head.scrollIntoView({ block: "nearest" });
    } else if (event.key === "/") form.elements.q.focus();
    else if (event.key === "n" || event.key === "p") {
      const to = state.page + (event.key === "n" ? 1 : -1);
      if (to >= 0 && to * PAGE < found.length) { go(to); byId("tasks").scrollIntoView(); }
    } else return;
    event.preventDefault();
  });

  show();
  read();
})();
