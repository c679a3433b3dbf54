// What a page can do beside being read: the ledger card of a number, keys inside tables, sorting, filtering, one
// attacker or all, and the highlighting of one kind of number. The page is complete without this script: every number
// is a link to its ledger row. Nothing is fetched: the rows that a page cites stand in it as data.
(function () {
  "use strict";

  function make(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function all(selector, root) { return Array.from((root || document).querySelectorAll(selector)); }
  function own(object, name) { return Object.prototype.hasOwnProperty.call(object, name) ? object[name] : undefined; }

  var block = document.getElementById("ledger-rows");
  var ledger = block ? JSON.parse(block.textContent) : { texts: [], attackers: {}, rows: {} };
  function text(place) { return ledger.texts[place]; }

  var said = make("p", "unseen");
  said.setAttribute("role", "status");
  document.body.appendChild(said);
  function say(words) { said.textContent = words; }

  // --- the card ---------------------------------------------------------------------------------------------------
  var SIGNS = { percent: "\u00a0%", Hz: "\u00a0Hz", dB: "\u00a0dB", points: " points", "percentage points": " points", hours: " hours" };
  var SHOWN = { ci_low: "lower edge of the interval", ci_high: "upper edge of the interval", n: "n" };
  var card = null, owner = null, timer = 0, pointer = "", wasOpen = false;

  function amounts(row) {
    var column = make("div", "amount");
    column.appendChild(make("span", "tag " + row.tag, row.tag));
    if (row.value === undefined) {
      column.appendChild(make("span", "missing", row.missing === undefined ? "missing" : text(row.missing)));
    } else {
      column.appendChild(make("strong", "", row.value + (SIGNS[text(row.unit)] || "")));
    }
    if (row.ci_low !== undefined && row.ci_high !== undefined) {
      column.appendChild(make("span", "edges", row.ci_low + " to " + row.ci_high));
    }
    return column;
  }

  function fill(number, row) {
    var twin = row.twin && own(ledger.rows, row.twin);
    var head = make("p", "what data", text(row.what));
    if (number.dataset.part) head.appendChild(make("span", "quiet", " (" + SHOWN[number.dataset.part] + ")"));
    card.appendChild(head);
    if (row.study !== undefined) card.appendChild(make("p", "quiet data", text(row.study)));
    var both = make("div", "both");
    both.appendChild(amounts(row));
    if (twin) both[row.tag === "recomputed" ? "append" : "prepend"](amounts(twin));
    card.appendChild(both);
    var list = make("dl", "data");
    function line(name, words) {
      if (words === undefined || words === "") return;
      list.appendChild(make("dt", "", name));
      list.appendChild(make("dd", "", words));
    }
    line("how", text(row.method));
    line("from", text(row.source));
    if (twin) line(twin.tag === "shipped" ? "shipped in" : "recomputed from", text(twin.source));
    line("n", row.n);
    if (row.simulated) line("inputs", "simulated");
    card.appendChild(list);
    var link = make("a", "", "Ledger row");
    link.href = number.href;
    link.tabIndex = -1; // the number itself is this link, and the next Tab leads on in the text
    card.appendChild(link);
  }

  function place() {
    if (!card) return;
    var box = owner.getBoundingClientRect(), gap = 6, margin = 8;
    var width = document.documentElement.clientWidth, height = window.innerHeight;
    var left = Math.max(margin, Math.min(box.left, width - card.offsetWidth - margin));
    var top = box.bottom + gap;
    if (top + card.offsetHeight > height - margin) {
      top = box.top - gap - card.offsetHeight >= margin ? box.top - gap - card.offsetHeight : height - margin - card.offsetHeight;
    }
    card.style.left = left + "px";
    card.style.top = Math.max(margin, top) + "px";
    card.hidden = box.bottom < 0 || box.top > height;
  }

  function close() {
    clearTimeout(timer);
    if (!card) return;
    card.remove();
    owner.removeAttribute("aria-describedby");
    card = owner = null;
  }

  function open(number) {
    clearTimeout(timer);
    if (number === owner) return;
    var row = own(ledger.rows, number.dataset.key);
    close();
    if (!row) return;
    owner = number;
    card = make("div");
    card.id = "card";
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", "Where this number comes from");
    fill(number, row);
    document.body.appendChild(card);
    number.setAttribute("aria-describedby", "card");
    place();
  }

  function numberAt(event) { return event.target.closest ? event.target.closest("a.num") : null; }
  function later(what, wait) { clearTimeout(timer); timer = setTimeout(what, wait); }

  document.addEventListener("pointerover", function (event) {
    if (event.pointerType !== "mouse") return;
    var number = numberAt(event);
    if (number && number !== owner) later(function () { open(number); }, 80);
    else if (number || (card && card.contains(event.target))) clearTimeout(timer);
    else if (owner && owner !== document.activeElement) later(close, 220);
    else if (!card) clearTimeout(timer);
  });
  document.addEventListener("focusin", function (event) {
    var number = numberAt(event);
    if (number && number.matches(":focus-visible")) open(number);
    else if (!number && card && !card.contains(event.target)) close();
  });
  document.addEventListener("focusout", function (event) { if (event.target === owner && !event.relatedTarget && pointer === "") close(); });
  // A first touch opens the card, a second one on the same number follows its link.
  document.addEventListener("pointerdown", function (event) {
    pointer = event.pointerType;
    var number = numberAt(event);
    wasOpen = number !== null && number === owner;
    if (pointer !== "mouse" && card && !number && !card.contains(event.target)) close();
  }, true);
  document.addEventListener("click", function (event) {
    var number = numberAt(event);
    if (!number || pointer === "mouse" || pointer === "" || wasOpen || event.detail === 0) return;
    open(number);
    if (owner === number) event.preventDefault();
  });
  document.addEventListener("keydown", function (event) {
    pointer = "";
    if (event.key === "Escape") close();
  }, true);
  var placing = 0;
  function placeSoon() { cancelAnimationFrame(placing); placing = requestAnimationFrame(place); }
  document.addEventListener("scroll", placeSoon, { capture: true, passive: true });
  window.addEventListener("resize", placeSoon);

  // --- tables -----------------------------------------------------------------------------------------------------
  var MANY = 400, FIRST = 40, CHUNK = 500, FILTERED = 12;
  var collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  function mainNumber(cell) {
    return all("a.num", cell).find(function (number) { return !number.closest(".beside, .interval, .below"); });
  }
  function amountOf(cell) {
    var number = mainNumber(cell);
    if (!number) return undefined;
    return parseFloat(number.textContent.replace("\u2212", "-").replace(/[^-+.\d]/g, ""));
  }
  function isMissing(cell) {
    return !cell || !cell.textContent.trim() || (cell.querySelector(".missing") !== null && !mainNumber(cell));
  }

  function Table(frame, table) {
    var self = this;
    this.frame = frame;
    this.table = table;
    this.body = table.tBodies[0];
    this.rows = Array.from(this.body.rows);
    this.order = this.rows.slice();
    this.words = new Map();
    this.query = [];
    this.found = null;
    this.shown = this.order;
    this.done = this.rows.length;
    this.drawing = 0;
    this.current = null;
    this.name = (frame.getAttribute("aria-labelledby") && document.getElementById(frame.getAttribute("aria-labelledby")) || {}).textContent || "this table";
    this.name = this.name.replace(/\.\s*$/, "");
    this.tools = make("div", "tools");
    this.heads = table.tHead && table.tHead.rows.length === 1 ? Array.from(table.tHead.rows[0].cells) : [];
    var plain = !table.querySelector("[colspan]:not([colspan='1']), [rowspan]:not([rowspan='1'])");
    if (plain && this.rows.length > 1) this.heads.forEach(function (head, column) { self.addSort(head, column); });
    if (plain) this.addAttackers();
    if (this.rows.length > FILTERED) this.addFilter();
    if (this.tools.childNodes.length) frame.parentNode.insertBefore(this.tools, frame);
    this.addKeys();
  }

  // Keys: one tab stop a table, arrows inside.
  var STOPS = "a[href], button";
  Table.prototype.addKeys = function () {
    var self = this, stops = all(STOPS, this.table);
    if (!stops.length) return;
    stops.forEach(function (stop) { stop.tabIndex = -1; });
    this.stand(stops[0]);
    this.frame.removeAttribute("tabindex");
    this.table.addEventListener("focusin", function (event) { if (event.target.matches(STOPS)) self.stand(event.target); });
    this.table.addEventListener("keydown", function (event) {
      if (event.altKey || event.metaKey || event.shiftKey || !event.target.matches(STOPS)) return;
      var next = self.next(event.target, event.key, event.ctrlKey);
      if (next === undefined) return;
      event.preventDefault();
      if (next) next.focus();
    });
  };
  Table.prototype.stand = function (stop) {
    if (this.current) this.current.tabIndex = -1;
    this.current = stop;
    if (stop) stop.tabIndex = 0;
  };
  function visibleStops(root) { return all(STOPS, root).filter(function (stop) { return !stop.closest("[hidden]"); }); }
  Table.prototype.next = function (stop, key, whole) {
    var cell = stop.closest("td, th"), row = cell.parentNode, here = visibleStops(row), at = here.indexOf(stop);
    if (key === "ArrowLeft") return here[at - 1] || null;
    if (key === "ArrowRight") return here[at + 1] || null;
    if (key === "Home" || key === "End") {
      if (!whole) return here[key === "Home" ? 0 : here.length - 1];
      var every = visibleStops(this.table);
      return every[key === "Home" ? 0 : every.length - 1];
    }
    if (whole || (key !== "ArrowUp" && key !== "ArrowDown")) return undefined;
    var rows = Array.from(this.table.rows), step = key === "ArrowUp" ? -1 : 1;
    var within = visibleStops(cell).indexOf(stop);
    for (var n = rows.indexOf(row) + step; n >= 0 && n < rows.length; n += step) {
      var found = visibleStops(rows[n]);
      if (!found.length) continue;
      function away(one) { return Math.abs(one.closest("td, th").cellIndex - cell.cellIndex); }
      var nearest = Math.min.apply(null, found.map(away));
      found = found.filter(function (one) { return away(one) === nearest; });
      return found[Math.min(within, found.length - 1)];
    }
    return null;
  };

  // Rows that are shown stand in the table, the others wait outside. A long table holds its first rows only while
  // somebody types in its field, and more when it is scrolled; the rest comes when the field is left.
  Table.prototype.matches = function () {
    var self = this, query = this.query, known = this.found;
    if (!query.length) return this.order;
    this.read(this.rows.length);
    // A longer word finds a part of what the shorter one found.
    var longer = known && known.order === this.order && query.join(" ").indexOf(known.words) === 0;
    var shown = (longer ? known.shown : this.order).filter(function (row) {
      var words = self.words.get(row);
      return query.every(function (part) { return words.indexOf(part) >= 0; });
    });
    this.found = { order: this.order, words: query.join(" "), shown: shown };
    return shown;
  };
  Table.prototype.read = function (count) {
    for (var n = this.words.size; n < this.rows.length && count > 0; n += 1, count -= 1) {
      this.words.set(this.rows[n], this.rows[n].textContent.toLowerCase());
    }
    return this.words.size < this.rows.length;
  };
  Table.prototype.readAhead = function () {
    var self = this;
    setTimeout(function () { if (self.read(CHUNK)) self.readAhead(); }, 20);
  };
  Table.prototype.draw = function (atOnce) {
    this.shown = this.matches();
    this.done = 0;
    cancelAnimationFrame(this.drawing);
    this.body.replaceChildren();
    this.more(atOnce || this.shown.length <= MANY ? this.shown.length : FIRST);
    if (!this.typing()) this.rest();
    if (!this.current || !this.current.isConnected || this.current.closest("[hidden]")) this.stand(visibleStops(this.table)[0] || null);
    return this.shown.length;
  };
  Table.prototype.more = function (count) {
    var piece = document.createDocumentFragment();
    this.shown.slice(this.done, this.done + count).forEach(function (row) { piece.appendChild(row); });
    this.done = Math.min(this.shown.length, this.done + count);
    this.body.appendChild(piece);
  };
  Table.prototype.rest = function () {
    var self = this;
    cancelAnimationFrame(this.drawing);
    if (this.done < this.shown.length) this.drawing = requestAnimationFrame(function () { self.more(CHUNK); self.rest(); });
  };
  Table.prototype.less = function () { // all at once: a frame costs what the whole table costs
    cancelAnimationFrame(this.drawing);
    if (this.done <= FIRST) return;
    this.done = FIRST;
    this.body.replaceChildren.apply(this.body, this.shown.slice(0, FIRST));
  };
  Table.prototype.typing = function () { return this.field !== undefined && this.field === document.activeElement; };

  // Sorting: by value where a column holds numbers, missing ones last, equal ones in the order they had.
  Table.prototype.addSort = function (head, column) {
    var self = this, name = head.textContent.trim();
    if (!name || !this.rows.some(function (row) { return !isMissing(row.cells[column]); })) return;
    var button = make("button", "sort");
    button.type = "button";
    if (head.querySelector("a")) {
      button.setAttribute("aria-label", "Sort by " + name);
      head.appendChild(button);
    } else {
      while (head.firstChild) button.appendChild(head.firstChild);
      head.appendChild(button);
    }
    button.addEventListener("click", function () {
      var was = head.getAttribute("aria-sort");
      self.heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      if (was === "descending") {
        self.order = self.rows.slice();
        say(self.name + ": in its own order");
      } else {
        var next = was === "ascending" ? "descending" : "ascending";
        head.setAttribute("aria-sort", next);
        self.order = self.sorted(column, next === "ascending" ? 1 : -1);
        say(self.name + ": sorted by " + name + ", " + next);
      }
      self.draw();
    });
  };
  Table.prototype.sorted = function (column, sign) {
    var cells = this.rows.map(function (row, place) {
      var cell = row.cells[column], missing = isMissing(cell);
      return { row: row, place: place, missing: missing, cell: cell, amount: missing ? undefined : amountOf(cell) };
    });
    var present = cells.filter(function (one) { return !one.missing; });
    var numbers = present.every(function (one) { return one.amount !== undefined; });
    if (!numbers) present.forEach(function (one) { one.words = one.cell.textContent.trim(); });
    present.sort(function (a, b) {
      var order = numbers ? a.amount - b.amount : collator.compare(a.words, b.words);
      return sign * order || a.place - b.place;
    });
    return present.concat(cells.filter(function (one) { return one.missing; })).map(function (one) { return one.row; });
  };

  // A field over long tables; on the ledger page it is the search.
  Table.prototype.addFilter = function () {
    var self = this, label = make("label", "", "Filter "), field = make("input"), count = make("span", "quiet");
    field.type = "search";
    field.setAttribute("aria-label", "Filter " + this.name);
    field.autocomplete = "off";
    field.spellcheck = false;
    label.appendChild(field);
    this.field = field;
    this.tools.append(label, count);
    if (this.rows.length > MANY) {
      this.readAhead();
      field.addEventListener("focus", function () { self.less(); });
      field.addEventListener("blur", function () { self.rest(); });
      document.addEventListener("scroll", function () {
        if (self.done < self.shown.length && self.body.getBoundingClientRect().bottom < 2 * window.innerHeight) self.more(CHUNK);
      }, { passive: true });
    }
    function filter(atOnce) {
      self.query = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      var shown = self.draw(atOnce);
      count.textContent = self.query.length ? shown + " of " + self.rows.length + " rows" : "";
      say(count.textContent);
    }
    this.clear = function () { field.value = ""; filter(true); };
    field.addEventListener("input", function () { filter(false); });
    field.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && field.value) { event.preventDefault(); field.value = ""; filter(false); }
    });
  };

  // One attacker or all, where columns differ by attacker.
  Table.prototype.addAttackers = function () {
    var self = this, names = Object.keys(ledger.attackers);
    var columns = this.heads.map(function (_, column) {
      var found = new Set();
      self.rows.forEach(function (row) {
        if (row.cells[column]) all("a.num", row.cells[column]).forEach(function (number) {
          number.dataset.key.split("/").slice(2).forEach(function (part) { if (names.indexOf(part) >= 0) found.add(part); });
        });
      });
      return found.size === 1 ? Array.from(found)[0] : "";
    });
    var seen = names.filter(function (name) { return columns.indexOf(name) >= 0; });
    if (this.rows.length < 2 || seen.length < 2) return;
    var label = make("label", "", "Attacker "), choice = make("select");
    [["", "all"]].concat(seen.map(function (name) { return [name, ledger.attackers[name].replace(/ attacker$/, "")]; }))
      .forEach(function (one) { var option = make("option", "", one[1]); option.value = one[0]; choice.appendChild(option); });
    choice.setAttribute("aria-label", "Attackers shown in " + this.name);
    label.appendChild(choice);
    this.tools.appendChild(label);
    choice.addEventListener("change", function () {
      [self.heads].concat(self.rows.map(function (row) { return Array.from(row.cells); })).forEach(function (cells) {
        cells.forEach(function (cell, column) { cell.hidden = choice.value !== "" && columns[column] !== "" && columns[column] !== choice.value; });
      });
      if (self.current && self.current.closest("[hidden]")) self.stand(visibleStops(self.table)[0] || null);
    });
  };

  var tables = [];
  all(".table-frame").forEach(function (frame) {
    var table = frame.querySelector("table");
    if (table && table.tBodies.length === 1) tables.push(new Table(frame, table));
  });
  // A link to a row that is out of sight brings all rows back; paper holds all that were found.
  window.addEventListener("hashchange", function () {
    var id = decodeURIComponent(location.hash.slice(1));
    if (!id || document.getElementById(id)) return;
    tables.forEach(function (table) {
      if (table.query.length) table.clear();
      else table.more(table.rows.length);
    });
    var found = document.getElementById(id);
    if (found) found.scrollIntoView();
  });
  window.addEventListener("beforeprint", function () { tables.forEach(function (table) { table.more(table.rows.length); }); });

  // --- highlighting -----------------------------------------------------------------------------------------------
  var KINDS = { recomputed: "a.num.recomputed", shipped: "a.num.shipped", simulated: "a.num[data-inputs]" };
  function remembered(value) { // a page from disk may have no storage
    try {
      if (value === undefined) return sessionStorage.getItem("highlight") || "";
      sessionStorage.setItem("highlight", value);
    } catch (error) { /* forgotten with the page */ }
    return "";
  }
  (function () {
    var header = document.querySelector("main header");
    var kinds = Object.keys(KINDS).filter(function (kind) { return document.querySelector(KINDS[kind]); });
    if (!header || !kinds.length) return;
    var label = make("label", "tools switch", "Highlight "), choice = make("select");
    [["", "nothing"]].concat(kinds.map(function (kind) { return [kind, kind === "simulated" ? "simulated inputs" : kind]; }))
      .forEach(function (one) { var option = make("option", "", one[1]); option.value = one[0]; choice.appendChild(option); });
    function show() {
      if (choice.value) document.documentElement.dataset.highlight = choice.value;
      else delete document.documentElement.dataset.highlight;
    }
    var last = remembered();
    if (kinds.indexOf(last) >= 0) choice.value = last;
    show();
    choice.addEventListener("change", function () { show(); remembered(choice.value); });
    label.appendChild(choice);
    header.appendChild(label);
  })();

  // A formula wider than the screen scrolls, so keys must reach it.
  all('math[display="block"]').forEach(function (formula) {
    var frame = formula.parentNode;
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  });

  // --- the chapter list -------------------------------------------------------------------------------------------
  var here = location.pathname.split("/").slice(-2).join("/");
  all(".chapters a").forEach(function (link) {
    if (link.pathname.split("/").slice(-2).join("/") === here) {
      link.setAttribute("aria-current", "page");
      var group = link.closest("details");
      if (group) group.open = true;
    }
  });
})();
