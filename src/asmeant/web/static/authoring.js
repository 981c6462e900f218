// Forms of authors: drafts are saved while one types, remarks appear, and every choice has a key.
// Everything here is a convenience: without it the buttons of the forms do the same.
"use strict";
(() => {
  const one = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ── a copy of a form in this browser, until the server has it ──
  const storage = (place) => ({
    get: () => { try { return JSON.parse(localStorage.getItem(place)); } catch { return null; } },
    set: (copy) => { try { localStorage.setItem(place, JSON.stringify(copy)); } catch { /* no storage */ } },
    drop: () => { try { localStorage.removeItem(place); } catch { /* no storage */ } },
  });
  const notice = one(".done[data-copy]");
  if (notice) {
    const copy = storage(notice.dataset.copy);
    if (copy.get()?.sent) copy.drop();
  }

  // ── drafts ──
  const PROTOCOL = new Set(["csrf", "id", "kind", "form", "version", "draft_version", "action"]);
  const drafts = (form) => {
    const hidden = (name) => form.elements[name];
    const values = () => Object.fromEntries([...new FormData(form)].filter(([name]) => !PROTOCOL.has(name)));
    const fill = (texts) => {
      for (const field of form.elements) {
        if (!field.name || PROTOCOL.has(field.name)) continue;
        if (field.type === "radio") field.checked = (texts[field.name] ?? "") === field.value;
        else field.value = texts[field.name] ?? "";
      }
    };
    // What is sent has other ends of lines than what is in a field.
    const same = (a, b) => String(a ?? "").replaceAll("\r\n", "\n") === String(b ?? "").replaceAll("\r\n", "\n");
    const alike = (a, b) => Object.keys({ ...a, ...b }).every((name) => same(a[name], b[name]));
    const copy = storage(form.dataset.copy);
    const store = (sent = false) => copy.set({ texts: values(), version: hidden("draft_version").value, sent });

    const state = one("#draft-state"), conflict = one("#conflict");
    let saved = values(), waiting = 0, saving = false, disputed = false, submitted = false, afterwards = null;
    const earlier = [saved]; // what this window had before: another save of it is no other text
    const body = () => { const data = new FormData(form); data.delete("action"); return data; };
    const later = (milliseconds = 600) => { clearTimeout(waiting); waiting = setTimeout(save, milliseconds); };
    const save = async () => {
      clearTimeout(waiting);
      const texts = values();
      if (saving || disputed || submitted || alike(texts, saved)) return;
      saving = true;
      earlier.push(texts);
      state.textContent = state.dataset.saving;
      try {
        const answer = await fetch(form.dataset.draft, { method: "POST", body: body(), headers: { accept: "application/json" } });
        if (answer.status === 409) { dispute(await answer.json()); return; }
        if (answer.status === 401 || answer.status === 403) { state.textContent = state.dataset.expired; return; }
        if (!answer.ok) throw new Error(String(answer.status));
        hidden("draft_version").value = (await answer.json()).version;
        saved = texts;
        if (alike(values(), saved)) { copy.drop(); state.textContent = state.dataset.saved; }
        else { store(); later(); }
      } catch {
        state.textContent = state.dataset.unsaved;
        later(5000);
      } finally {
        saving = false;
        afterwards?.();
      }
    };

    // Two texts: both are shown, and nothing is saved until a person has decided.
    const offer = (other) => {
      const decide = (take) => {
        hidden("draft_version").value = other.version;
        if (take) fill(other.texts);
        saved = other.texts;
        disputed = false;
        conflict.hidden = true;
        changed();
      };
      one("[data-keep]", conflict).onclick = () => decide(false);
      one("[data-take]", conflict).onclick = () => decide(true);
      for (const button of all("button", conflict)) button.hidden = false;
    };
    const dispute = (other) => {
      if (earlier.some((texts) => alike(texts, other.texts))) {
        hidden("draft_version").value = other.version;
        saved = other.texts;
        later(0);
        return;
      }
      disputed = true;
      state.textContent = "";
      const own = values();
      one("dl", conflict).replaceChildren(...Object.entries(other.texts).filter(([name, text]) => !same(text, own[name])).flatMap(([name, text]) => {
        const title = document.createElement("dt"), words = document.createElement("dd"), block = document.createElement("pre");
        const field = form.elements[name];
        title.textContent = field?.dataset?.label || field?.[0]?.closest("fieldset")?.querySelector("legend")?.textContent || name;
        block.className = "wrap";
        block.tabIndex = 0;
        block.textContent = text;
        words.append(block);
        return [title, words];
      }));
      offer(other);
      conflict.hidden = false;
      conflict.focus();
      conflict.scrollIntoView({ block: "nearest" });
    };

    // ── remarks ──
    const remarks = one("#remarks");
    let checking = 0, question = null;
    const check = async () => {
      question?.abort();
      question = new AbortController();
      try {
        const answer = await fetch(remarks.dataset.source, { method: "POST", body: body(), signal: question.signal });
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        remarks.replaceChildren(...[...page.body.childNodes].map((node) => document.importNode(node, true)));
      } catch { /* the next key asks again */ }
    };
    // A remark leads to the words that it is about, or writes what it proposes.
    remarks?.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-field]");
      const field = button && form.elements[button.dataset.field];
      if (!field) return;
      field.focus();
      if (button.dataset.proposal) { field.value = button.dataset.proposal; changed(); }
      else if (Number(button.dataset.end)) field.setSelectionRange(Number(button.dataset.start), Number(button.dataset.end));
    });

    const changed = () => {
      state.textContent = "";
      store();
      later();
      if (remarks) { clearTimeout(checking); checking = setTimeout(check, 300); }
    };
    form.addEventListener("input", changed);
    form.addEventListener("submit", (event) => {
      if (saving) { // its answer has the version that is to be sent
        event.preventDefault();
        afterwards = () => { afterwards = null; form.requestSubmit(event.submitter); };
        return;
      }
      submitted = true;
      clearTimeout(waiting);
      store(true);
    });
    addEventListener("pagehide", () => { if (!submitted && !disputed && !alike(values(), saved)) navigator.sendBeacon(form.dataset.draft, body()); });
    document.addEventListener("visibilitychange", () => { if (document.hidden) save(); });

    // What this browser still holds from before: restored, or shown beside what the server has.
    const kept = copy.get();
    if (kept && alike(kept.texts, values())) copy.drop();
    else if (kept && kept.version === hidden("draft_version").value) { earlier.push(kept.texts); fill(kept.texts); changed(); }
    else if (kept) {
      earlier.length = 0; // what the server has is not from this window
      const other = { texts: values(), version: hidden("draft_version").value };
      fill(kept.texts);
      dispute(other);
    }
    if (!conflict.hidden && !disputed) {
      const texts = Object.fromEntries(all("pre[data-name]", conflict).map((block) => [block.dataset.name, block.textContent]));
      offer({ texts: { ...values(), ...texts }, version: hidden("draft_version").value });
    }
  };

  // ── keys ──
  const keys = (form) => {
    const groups = all("[data-choices]", form);
    let at = 0;
    const point = (to) => {
      at = Math.min(Math.max(to, 0), groups.length - 1);
      groups.forEach((group, number) => group.classList.toggle("here", number === at));
      const radios = all("input", groups[at]);
      (radios.find((radio) => radio.checked) || radios[0]).focus({ preventScroll: true });
      groups[at].scrollIntoView({ block: "nearest" });
    };
    // In the group where the person is, else in the first one after it that has this key.
    const choose = (key) => {
      const order = [...groups.slice(at), ...groups.slice(0, at)].slice(0, groups[at]?.dataset.keys === "own" ? 1 : undefined);
      const radio = order.flatMap((group) => all("input[data-key]", group)).find((input) => input.dataset.key === key);
      if (!radio) return false;
      radio.checked = true;
      radio.dispatchEvent(new Event("input", { bubbles: true }));
      point(groups.indexOf(radio.closest("[data-choices]")) + 1);
      return true;
    };
    const press = (name) => {
      const button = one(`button[name=action][value=${name}]`, form);
      button?.click();
      return Boolean(button);
    };
    const handled = (event) => {
      const key = event.key, withControl = event.ctrlKey || event.metaKey;
      if (withControl) return (key === "Enter" && press("finish")) || (key === "s" && press("draft"));
      if (event.altKey || event.target.matches?.("textarea, select, input:not([type=radio])")) return false;
      if (groups.length && (key === "j" || key === "k")) { point(at + (key === "j" ? 1 : -1)); return true; }
      return (key === "s" && press("skip")) || choose(key);
    };
    document.addEventListener("keydown", (event) => {
      if (event.isComposing || one("#help")?.open || !handled(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    groups.forEach((group, number) => group.addEventListener("focusin", () => { at = number; }));
    if (groups.length) point(groups.findIndex((group) => !one("input:checked", group)));
  };

  const draft = one("form[data-draft]"), form = draft || one("form[data-keys-only]");
  if (draft) drafts(draft);
  if (form) keys(form);
})();
