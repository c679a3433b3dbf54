"use strict";
(function () {
  const kit = JSON.parse(document.getElementById("kit").textContent);
  const RATING = "rating_1_to_5", NATURAL = "more_natural_A_or_B", LIKE = "more_like_X_A_or_B";
  const WORDS = { 1: "very unnatural", 2: "rather unnatural", 3: "in between", 4: "rather natural", 5: "completely natural" };
  const place = "vpreport listening " + kit.listener + " " + kit.kit;
  const main = document.getElementById("step");
  const sound = new Audio();
  const played = new Set();
  let answers = {}, step = 0, saved = { mos: "", ab: "" }, keeps = true, playing = "";

  const column = (sheet, name) => sheet.columns.indexOf(name);
  const steps = [{ kind: "start" }];
  for (const row of kit.mos.rows) steps.push({ kind: "item", name: row[column(kit.mos, "item")] });
  if (kit.ab.rows.length) steps.push({ kind: "between" });
  for (const row of kit.ab.rows) steps.push({ kind: "trial", name: row[column(kit.ab, "trial")] });
  steps.push({ kind: "end" });

  function keep() {
    try {
      localStorage.setItem(place, JSON.stringify({ answers: answers, step: step, saved: saved }));
    } catch (error) {
      keeps = false;
    }
    warn();
  }

  function recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(place) || "{}");
      for (const [name, value] of Object.entries(kept.answers || {})) {
        if (typeof value === "string" && /^[1-5AB]$/.test(value)) answers[name] = value;
      }
      if (Number.isInteger(kept.step) && steps[kept.step]) step = kept.step;
      if (kept.saved) saved = { mos: String(kept.saved.mos || ""), ab: String(kept.saved.ab || "") };
    } catch (error) {
      keeps = false;
    }
    warn();
  }

  function warn() {
    const warning = document.getElementById("warning");
    warning.hidden = keeps;
    warning.textContent = keeps ? "" : "This browser does not let the page keep your answers. Save the files at the end before you close it.";
  }

  function questions(one) {
    if (one.kind === "item") return [RATING];
    return one.kind === "trial" ? [NATURAL, LIKE] : [];
  }
  const answer = (one, question) => answers[one.name + " " + question] || "";
  const isOpen = (one) => questions(one).some((question) => !answer(one, question));
  const ofKind = (kind) => steps.filter((one) => one.kind === kind);
  const openOnes = () => steps.filter(isOpen);

  function csv(sheet, kind, names) {
    const rows = sheet.rows.map((row, number) => {
      const full = row.slice();
      for (const name of names) full[column(sheet, name)] = answer(ofKind(kind)[number], name);
      return full;
    });
    const cell = (text) => (/[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text);
    return [sheet.columns].concat(rows).map((row) => row.map(cell).join(",") + "\n").join("");
  }
  const sheets = {
    mos: () => csv(kit.mos, "item", [RATING]),
    ab: () => csv(kit.ab, "trial", [NATURAL, LIKE]),
  };

  function save(which) {
    const text = sheets[which](), link = make("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
    link.download = kit[which].file;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    saved[which] = text;
    keep();
    show();
  }

  function make(tag, properties, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
      if (name.startsWith("aria-") || name === "data-sound") made.setAttribute(name, value);
      else made[name] = value;
    }
    made.append(...children);
    return made;
  }
  const button = (words, act, key, kind) => make("button", { type: "button", className: kind || "", onclick: act }, words, ...(key ? [make("kbd", {}, key)] : []));

  function player(name, words, key) {
    const made = button(words, () => play(name), key);
    made.setAttribute("data-sound", name);
    made.setAttribute("aria-pressed", "false");
    return made;
  }

  function play(name) {
    if (playing === name) return stop();
    stop();
    playing = name;
    played.add(name);
    sound.src = "data:audio/wav;base64," + kit.sounds[name];
    sound.play().catch(() => { if (playing === name) stop(); });
    mark();
  }

  function stop() {
    sound.pause();
    playing = "";
    mark();
  }
  sound.addEventListener("ended", stop);
  sound.addEventListener("error", stop);

  function mark() {
    for (const one of main.querySelectorAll("[data-sound]")) {
      one.setAttribute("aria-pressed", String(one.getAttribute("data-sound") === playing));
    }
  }

  function choices(one, question, legend, options) {
    const box = make("div", { className: options.length > 2 ? "choices" : "choices two" });
    for (const [value, words, key] of options) {
      const input = make("input", { type: "radio", name: question, value: value, checked: answer(one, question) === value });
      input.addEventListener("change", () => give(one, question, value));
      const keys = key ? [make("kbd", {}, key)] : [];
      box.append(make("label", {}, input, make("b", {}, value), ...(words ? [make("span", {}, words)] : []), ...keys));
    }
    return make("fieldset", {}, make("legend", {}, legend), box);
  }

  function give(one, question, value) {
    answers[one.name + " " + question] = value;
    keep();
    count();
    for (const input of main.querySelectorAll("input")) {
      if (input.name === question) input.checked = input.value === value;
    }
  }

  function count() {
    const all = steps.filter((one) => questions(one).length), open = openOnes();
    document.getElementById("count").textContent = all.length - open.length + " of " + all.length + " answered";
    const bar = document.getElementById("progress");
    bar.max = Math.max(all.length, 1);
    bar.value = all.length - open.length;
  }

  const go = (to) => {
    if (!steps[to]) return;
    stop();
    step = to;
    keep();
    show();
    main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };
  const goOpen = () => go(steps.indexOf(openOnes()[0] || steps[steps.length - 1]));

  function ends() {
    return make("div", { className: "row ends" }, button("Back", () => go(step - 1), "←"), button("Next", () => go(step + 1), "N", "main"));
  }

  const views = {
    start() {
      const many = ofKind("item").length, trials = ofKind("trial").length;
      const more = trials ? ", then compare " + trials + " pairs" : "";
      return [
        make("h1", {}, "Before you begin"),
        make("p", {}, "You will rate " + many + " short clips" + more + ". Every clip is a person or a machine speaking."),
        make("ul", {},
          make("li", {}, "Use headphones in a quiet room, and do not change the volume once it is comfortable."),
          make("li", {}, "Listen as often as you like. There are no right answers; go by your first impression."),
          make("li", {}, "You can stop at any time: open this page again in the same browser and go on."),
          make("li", {}, "Do not talk to other listeners about the clips before all of you are done.")),
        make("div", { className: "row" }, button(openOnes().length < many + trials ? "Go on where you stopped" : "Begin", goOpen, "N", "main")),
      ];
    },
    item(one) {
      const here = ofKind("item"), options = Object.entries(WORDS).map(([value, words]) => [value, words, ""]);
      return [
        make("h1", {}, "Clip " + (here.indexOf(one) + 1) + " of " + here.length),
        make("div", { className: "row play" }, player(one.name, "Play", "P")),
        choices(one, RATING, "How natural does this voice sound?", options),
        ends(),
      ];
    },
    between() {
      return [
        make("h1", {}, "Part two: compare"),
        make("p", {}, "Now you hear one sentence three times: X, the speaker as recorded, and two versions of it, A and B."),
        make("p", {}, "Say which version sounds more natural, and which sounds more like the speaker of X. Choose one even where you are in doubt."),
        ends(),
      ];
    },
    trial(one) {
      const here = ofKind("trial");
      return [
        make("h1", {}, "Pair " + (here.indexOf(one) + 1) + " of " + here.length),
        make("div", { className: "row play" }, player(one.name + "_X", "Play X", "X"), player(one.name + "_A", "Play A", "A"), player(one.name + "_B", "Play B", "B")),
        choices(one, NATURAL, "Which sounds more natural?", [["A", "", "1"], ["B", "", "2"]]),
        choices(one, LIKE, "Which sounds more like the speaker of X?", [["A", "", "3"], ["B", "", "4"]]),
        ends(),
      ];
    },
    end() {
      const open = openOnes().length, made = [make("h1", {}, "Save your answers")];
      if (open) {
        made.push(make("p", {}, "Some clips or pairs are still without an answer: " + open + "."),
          make("div", { className: "row" }, button("Go to the first open one", goOpen, "")));
      } else {
        made.push(make("p", {}, "Everything is answered. Thank you."));
      }
      made.push(make("p", {}, "Save the files and send them to the person who gave you this page."));
      const files = make("div", { className: "row" }, button("Save the ratings", () => save("mos"), "", "main"));
      if (kit.ab.rows.length) files.append(button("Save the comparisons", () => save("ab"), "", "main"));
      made.push(files);
      for (const which of ["mos", "ab"]) {
        if (saved[which]) {
          const state = saved[which] === sheets[which]() ? " is saved." : " was saved; you have changed answers since.";
          made.push(make("p", { className: "quiet" }, kit[which].file + state));
        }
      }
      const complete = ["mos", "ab"].every((which) => !kit[which].rows.length || saved[which] === sheets[which]());
      made.push(make("div", { className: "row ends" }, button("Back", () => go(step - 1), "←"), complete ? eraser() : ""));
      return made;
    },
  };

  function eraser() {
    let sure = false;
    const made = button("Delete my answers from this browser", () => {
      if (!sure) {
        sure = true;
        made.textContent = "Press again to delete them";
        return;
      }
      answers = {};
      saved = { mos: "", ab: "" };
      step = 0;
      try { localStorage.removeItem(place); } catch (error) { keeps = false; }
      show();
    });
    return made;
  }

  function show() {
    main.replaceChildren(...views[steps[step].kind](steps[step]));
    count();
    mark();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const one = steps[step], key = event.key.toLowerCase();
    const arrow = event.target.type !== "radio"; // there the arrows choose
    if (key === "n" || (key === "arrowright" && arrow)) one.kind === "start" ? goOpen() : go(step + 1);
    else if (key === "arrowleft" && arrow) go(step - 1);
    else if (one.kind === "item" && key === "p") play(one.name);
    else if (one.kind === "item" && WORDS[key]) give(one, RATING, key);
    else if (one.kind === "trial" && "xab".includes(key)) play(one.name + "_" + key.toUpperCase());
    else if (one.kind === "trial" && /^[1-4]$/.test(key)) give(one, key < 3 ? NATURAL : LIKE, key % 2 ? "A" : "B");
    else return;
    event.preventDefault();
  });
  window.addEventListener("beforeunload", (event) => {
    const unsaved = ["mos", "ab"].some((which) => saved[which] !== sheets[which]());
    if (!keeps && unsaved && Object.keys(answers).length) event.preventDefault();
  });

  recall();
  show();
})();
