// The ledger card: touch, hover or focus a number and see where it comes from. Without this script the same words
// stand in the number's title, and its link leads to the ledger row.
(function () {
  "use strict";
  var card = null;
  function close() { if (card) { card.remove(); card = null; } }
  function open(number) {
    close();
    var words = (number.dataset.card || "").split(" · ");
    if (words.length < 2) return;
    card = document.createElement("div");
    card.id = "card";
    var head = document.createElement("b");
    head.textContent = words[0];
    card.appendChild(head);
    words.slice(1).forEach(function (line) {
      var row = document.createElement("div");
      row.textContent = line;
      card.appendChild(row);
    });
    var link = document.createElement("a");
    link.href = number.href;
    link.textContent = "Ledger row";
    card.appendChild(link);
    document.body.appendChild(card);
    var box = number.getBoundingClientRect();
    var left = Math.min(box.left + window.scrollX, window.scrollX + document.documentElement.clientWidth - card.offsetWidth - 8);
    card.style.left = Math.max(8, left) + "px";
    card.style.top = box.bottom + window.scrollY + 6 + "px";
  }
  document.querySelectorAll("a.num[title]").forEach(function (number) {
    number.dataset.card = number.title;
    number.removeAttribute("title");
    number.setAttribute("aria-description", number.dataset.card);
  });
  document.addEventListener("mouseover", function (event) {
    var number = event.target.closest("a.num");
    if (number) open(number); else if (card && !card.contains(event.target)) close();
  });
  document.addEventListener("focusin", function (event) {
    var number = event.target.closest("a.num");
    if (number) open(number); else if (card && !card.contains(event.target)) close();
  });
  // A first touch opens the card, the link in it leads on.
  document.addEventListener("click", function (event) {
    var number = event.target.closest("a.num");
    if (number && window.matchMedia("(hover: none)").matches) { event.preventDefault(); open(number); }
  });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") close(); });
  var here = location.pathname.split("/").slice(-2).join("/");
  document.querySelectorAll(".chapters a").forEach(function (link) {
    if (link.pathname.split("/").slice(-2).join("/") === here) {
      link.setAttribute("aria-current", "page");
      var group = link.closest("details");
      if (group) group.open = true;
    }
  });
})();
