// Code, shown: coloured by kind of word, and beside the reference that comes nearest. Words are set as text.
"use strict";
const showing = (() => {
  // A page in another language brings the words for these, by the English ones.
  const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
  const say = (text) => words[text] || text;
  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };

  // ── colours ──
  const KEYWORDS = {
    python: "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield match case",
    bash: "if then else elif fi for while until do done case esac in function return local export echo exit set",
  };
  const TOKENS = {
    python: /(#[^\n]*)|([rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?))|(\b\d[\w.]*)|([A-Za-z_]\w*)/g,
    bash: /((?:^|(?<=\s))#[^\n]*)|("(?:\\[\s\S]|[^"\\])*"?|'[^']*'?)|(\b\d+\b)|([A-Za-z_][\w-]*)/gm,
  };
  const highlighted = (code, language) => {
    const pattern = TOKENS[language], keys = new Set((KEYWORDS[language] || "").split(" "));
    if (!pattern || code.length > 20000) return [code];
    const pieces = [];
    let end = 0, before = "";
    for (const match of code.matchAll(pattern)) {
      if (match.index > end) pieces.push(code.slice(end, match.index));
      end = match.index + match[0].length;
      const kind = match[1] ? "com" : match[2] ? "str" : match[3] ? "num"
        : keys.has(match[4]) ? "key" : before === "def" || before === "class" ? "def" : "";
      pieces.push(kind ? make("span", { class: "c-" + kind }, match[0]) : match[0]);
      before = match[4] || "";
    }
    pieces.push(code.slice(end));
    return pieces;
  };
  const block = (code, language, kind = "") => make("pre", { class: kind, tabindex: 0 }, make("code", {}, ...highlighted(code, language)));

  // ── the difference from the nearest reference, in words of code ──
  const pieces = (code) => code.match(/\w+|\s+|[^\w\s]/g) || [];
  const steps = (from, to) => {
    const table = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
    for (let i = from.length - 1; i >= 0; i--)
      for (let j = to.length - 1; j >= 0; j--)
        table[i][j] = from[i] === to[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    const path = [];
    let i = 0, j = 0;
    while (i < from.length || j < to.length) {
      if (i < from.length && j < to.length && from[i] === to[j]) { path.push(["same", from[i]]); i++; j++; }
      else if (i < from.length && (j === to.length || table[i + 1][j] >= table[i][j + 1])) path.push(["del", from[i++]]);
      else path.push(["ins", to[j++]]);
    }
    return { path, likeness: from.length + to.length ? 2 * table[0][0] / (from.length + to.length) : 1 };
  };
  const MOST = 600;
  const nearest = (known, written) =>
    known.map((text) => pieces(text)).filter((text) => text.length <= MOST)
      .map((text) => steps(text, written)).sort((a, b) => b.likeness - a.likeness)[0];
  const merged = (path) => {
    const runs = [];
    for (const [kind, text] of path) {
      const last = runs[runs.length - 1];
      if (last && last[0] === kind) last[1] += text; else runs.push([kind, text]);
    }
    return runs.map(([kind, text]) => (kind === "same" ? text : make(kind, {}, text)));
  };
  const difference = (task, code) => {
    // A candidate may be what goes into the scaffold, or all of it: the reference is tried both ways.
    const known = task.references.slice(0, 20)
      .flatMap((text) => [text, (task.before || "") + text + (task.after || "")]).map((text) => text.trim());
    if (!known.length) return null;
    if (known.includes(code.trim())) return make("p", { class: "words" }, say("The same as a reference."));
    const summary = make("summary", {}, say("Difference from the nearest reference"));
    const node = make("details", {}, summary);
    // Worked out when it is looked at: a task may have a hundred candidates.
    node.addEventListener("toggle", () => {
      const written = pieces(code.trim());
      const found = written.length <= MOST && nearest(known, written);
      if (!found) { node.append(make("p", { class: "words" }, say("Too long to be compared here."))); return; }
      summary.textContent = `${say("Difference from the nearest reference")} (${Math.round(100 * found.likeness)}% ${say("alike")})`;
      node.append(make("pre", { class: "wrap", tabindex: 0 }, ...merged(found.path)), make("p", { class: "words" },
        make("del", {}, say("only in the reference")), " ", make("ins", {}, say("only in the candidate"))));
    }, { once: true });
    return node;
  };

  return { make, block, difference, say };
})();
