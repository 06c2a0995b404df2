// Keys, sliders and small comforts. Everything here only presses what is on the page already.
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("js");

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);

  // ---------------------------------------------------------------- which item of the page is chosen

  const KEPT = "smalti-chosen"; // its place in the list, while a key's form is on its way
  const items = () => all("[data-item]");
  const chosen = () => one("[data-item].chosen");

  function choose(item, scroll) {
    all(".chosen").forEach((other) => other.classList.remove("chosen"));
    if (!item) return;
    item.classList.add("chosen");
    if (scroll) item.scrollIntoView({ block: "nearest" });
  }

  function step(by) {
    const list = items();
    if (!list.length) return;
    const at = list.indexOf(chosen());
    choose(list[at < 0 ? 0 : Math.min(Math.max(at + by, 0), list.length - 1)], true);
  }

  function restore() {
    const kept = sessionStorage.getItem(KEPT);
    const list = items();
    sessionStorage.removeItem(KEPT);
    if (kept !== null && list.length) choose(list[Math.min(Number(kept), list.length - 1)], true);
  }

  // ------------------------------------------------------------------------------------------- keys

  const press = (element) => { if (element) element.click(); };
  const writing = (target) => target.closest("input, textarea, select, [contenteditable]");
  const current = () => chosen() || one("[data-item]:has([data-key])") || one("[data-item]");
  let gone = 0;

  function notUndone() {
    const told = one("#no-undo");
    if (told) one("#notices").replaceChildren(told.content.cloneNode(true));
  }

  const KEYS = {
    j: () => step(1),
    k: () => step(-1),
    o: () => { const item = current(); if (item) press(one("[data-open]", item)); },
    r: () => { const item = current(); const field = item && one("[data-write]", item); if (field) field.focus(); },
    u: () => {
      const undo = one("[data-undo]") || (chosen() && one("[data-key='u']", chosen()));
      if (undo) press(undo); else notUndone();
    },
    "/": () => { const field = one("[data-search]"); if (field) { field.focus(); field.select(); } },
    "?": () => { const help = one("#help"); if (help) help.togglePopover(); },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (writing(event.target)) {
      if (event.key === "Escape") { event.preventDefault(); event.target.blur(); }
      return;
    }
    if (Date.now() - gone < 1200) {
      gone = 0;
      const link = one(`[data-go="${CSS.escape(event.key)}"]`);
      if (link) { event.preventDefault(); press(link); return; }
    }
    if (event.key === "g") { gone = Date.now(); return; }
    const item = current();
    const button = item && one(`[data-key="${CSS.escape(event.key)}"]`, item);
    if (event.key !== "u" && button) {
      event.preventDefault();
      choose(item, false);
      sessionStorage.setItem(KEPT, String(items().indexOf(item)));
      press(button);
      return;
    }
    if (Object.hasOwn(KEYS, event.key)) { event.preventDefault(); KEYS[event.key](); }
  });

  document.addEventListener("focusin", (event) => {
    const item = event.target.closest("[data-item]");
    if (item) choose(item, false);
  });

  // -------------------------------------------------------------------------------- forms and sliders

  const dayAfter = (first, days) => {
    const day = new Date(first + "T00:00:00Z");
    day.setUTCDate(day.getUTCDate() + Number(days));
    return day.toISOString().slice(0, 10);
  };
  let waiting = 0;

  document.addEventListener("input", (event) => {
    const slider = event.target.closest("[data-day]");
    if (!slider) return;
    const field = document.getElementById(slider.dataset.day);
    field.value = slider.value === slider.max ? "" : dayAfter(slider.dataset.first, slider.value);
  });

  document.addEventListener("change", (event) => {
    const target = event.target;
    if (target.closest("[data-submit]")) { target.form.requestSubmit(); return; }
    if (target.closest("#time")) {
      clearTimeout(waiting);
      waiting = setTimeout(() => target.form && target.form.requestSubmit(), 250);
    }
  });

  // What was searched for is to be read: keys are keys again, on the page that comes, too.
  document.addEventListener("submit", (event) => {
    const field = one("[data-search]", event.target);
    if (field && field === document.activeElement) field.blur();
  });

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    const asks = button && button.dataset.confirm;
    if (asks && !window.confirm(asks)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);

  // Empty fields would only make addresses longer.
  document.addEventListener("formdata", (event) => {
    if (event.target.method !== "get") return;
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  });

  document.addEventListener("DOMContentLoaded", restore);
  document.addEventListener("htmx:load", restore);
})();
