// The map of a memory. Places, communities and ranks come from the server; here it is drawn.
"use strict";

(() => {
  const COMMUNITIES = 8;
  const LARGE = 17, USUAL = 12; // labels on the screen, in pixels; the first few are large
  const MOST = 160; // labels at a time
  const SENTENCES = 0.8; // how near one looks before records are named, where there are many nodes
  const MANY = 150;
  const LIT = 40; // labels at a time of what is chosen or found, before others get theirs
  let map = null;

  // A colour token as the browser works it out for light or dark; the canvas knows no variables.
  const token = (name) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  };
  const colours = () => ["--teal", "--blue", "--amber", "--garnet", "--violet", "--moss", "--rose", "--slate"].map(token);

  function load(url) {
    if (window.cytoscape) return Promise.resolve();
    return new Promise((ready, failed) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = ready;
      script.onerror = failed;
      document.head.append(script);
    });
  }

  function elements(found) {
    const most = Math.max(...found.nodes.map((node) => node.rank), Number.MIN_VALUE);
    const palette = colours();
    const nodes = found.nodes.map((node) => ({
      data: {
        id: node.id, label: node.label, kind: node.kind, state: node.state,
        colour: node.c < 0 ? token("--grey") : palette[node.c % COMMUNITIES],
        size: 9 + 22 * Math.sqrt(node.rank / most),
        font: USUAL,
        short: node.label.length > 34 ? node.label.slice(0, 33) + "…" : node.label,
        rank: node.rank, over: Math.round(node.rank * 1e6),
      },
      position: { x: node.x, y: node.y },
      classes: node.off ? "off" : "",
    }));
    const edges = found.edges.map(([from, to, kind, weight], at) => ({
      data: { id: "l" + at, source: found.nodes[from].id, target: found.nodes[to].id, kind, weight },
      classes: kind,
    }));
    return { nodes, edges };
  }

  function style() {
    return [
      { selector: "node", style: {
        width: "data(size)", height: "data(size)", "background-color": "data(colour)", "font-size": "data(font)", color: token("--ink"), "font-family": getComputedStyle(document.body).fontFamily,
        "text-outline-color": token("--surface"), "text-outline-width": 2, "text-valign": "bottom", "text-margin-y": 2,
        "text-background-color": token("--surface"), "text-background-opacity": 0.85, "text-background-shape": "round-rectangle",
        "border-width": 1.5, "border-color": token("--surface"), shape: "round-rectangle", "z-index-compare": "manual",
        "z-index": "data(over)",
      } },
      { selector: "node[kind = 'person']", style: { shape: "ellipse", "font-weight": 600 } },
      { selector: "node[kind = 'concept']", style: { shape: "ellipse" } },
      { selector: "node[state = 'superseded'], node[state = 'corrected'], node[state = 'retracted'], node[state = 'rejected']", style: { "background-opacity": 0.35 } },
      { selector: "node[state = 'disputed']", style: { "border-color": token("--amber"), "border-width": 3 } },
      { selector: "edge", style: { width: 1, "line-color": token("--line-2"), opacity: 0.55, "curve-style": "haystack" } },
      { selector: "edge.associated", style: { opacity: 0.3 } },
      { selector: "edge.conflicts-with", style: { "line-color": token("--amber"), width: 2.5, opacity: 1 } },
      { selector: "edge.supersedes", style: { "line-color": token("--grey"), "line-style": "dashed" } },
      { selector: "node.named", style: { label: "data(short)", "z-index": 5e6 } }, // over the nodes without a name
      { selector: ".off", style: { opacity: 0.12 } },
      { selector: ".gone", style: { display: "none" } },
      { selector: ".away", style: { opacity: 0.1 } },
      { selector: "node.near", style: { "z-index": 9e6 } },
      { selector: "edge.near", style: { "line-color": token("--accent"), opacity: 0.9, width: 1.5 } },
      { selector: "node.found", style: { "border-color": token("--accent"), "border-width": 4, "font-weight": 700, "z-index": 9e6 } },
      { selector: "edge.found", style: { "line-color": token("--accent"), width: 4, opacity: 1 } },
    ];
  }

  const ruler = document.createElement("canvas").getContext("2d");
  const widths = new Map();
  // How wide a label is at a size of one pixel, as drawn: bold ones are the widest.
  function width(text, family) {
    if (!widths.has(text)) {
      ruler.font = `700 100px ${family}`;
      widths.set(text, ruler.measureText(text).width / 100);
    }
    return widths.get(text);
  }

  // Labels that do not lie over each other: first those of what is chosen or found, then those of
  // the most central nodes; of one size on the screen however near one looks.
  function named(cy, order) {
    const zoom = cy.zoom();
    const taken = [];
    const pan = cy.pan();
    const family = getComputedStyle(document.body).fontFamily;
    const there = order.filter((node) => !node.hasClass("gone"));
    const found = there.filter((node) => node.hasClass("found"));
    const lit = [...new Set([...found, ...there.filter((node) => node.hasClass("near"))])].slice(0, LIT);
    const wanted = new Set(lit);
    const ranked = [...lit, ...there.filter((node) => !wanted.has(node) && !node.hasClass("away"))];
    const first = Math.min(5, Math.ceil(there.length / 20));
    const kept = new Set();
    for (const [at, node] of ranked.entries()) {
      if (kept.size >= MOST) break;
      const data = node.data();
      const quiet = data.state && zoom < SENTENCES && there.length > MANY && !wanted.has(node);
      if (quiet) continue;
      const size = at < first ? LARGE : USUAL;
      const x = node.position("x") * zoom + pan.x;
      const top = node.position("y") * zoom + pan.y + data.size * zoom / 2;
      const wide = width(data.short, family) * size / 2 + 4;
      const box = [x - wide, top, x + wide, top + size * 1.6];
      if (box[2] < 0 || box[0] > cy.width() || box[3] < 0 || box[1] > cy.height()) continue;
      if (taken.some((other) => box[2] >= other[0] && box[0] <= other[2] && box[3] >= other[1] && box[1] <= other[3])) continue;
      taken.push(box);
      kept.add(node);
      node.data("font", size / zoom);
    }
    cy.batch(() => there.forEach((node) => { if (kept.has(node) !== node.hasClass("named")) node.toggleClass("named", kept.has(node)); }));
  }

  function drawn(section, found) {
    const canvas = section.querySelector("#map");
    const note = section.querySelector("#map-note");
    const cy = window.cytoscape({
      container: canvas, elements: elements(found), style: style(), layout: { name: "preset", fit: true, padding: 24 },
      minZoom: 0.05, maxZoom: 4, hideEdgesOnViewport: found.edges.length > 6000,
      textureOnViewport: found.nodes.length > 1200, pixelRatio: "auto", boxSelectionEnabled: false, autoungrabify: true,
    });

    const CLOSEST = 1.5; // at first: a few nodes need not fill the map
    if (cy.zoom() > CLOSEST) { cy.zoom(CLOSEST); cy.center(); }
    let waiting = 0;
    const rename = () => { clearTimeout(waiting); waiting = setTimeout(() => { if (!cy.destroyed()) named(cy, order); }, 60); };
    const order = [...cy.nodes()].sort((one, other) => other.data("rank") - one.data("rank"));
    cy.on("viewport resize", rename);
    named(cy, order);

    const clear = () => { cy.elements().removeClass("near away found"); note.textContent = ""; rename(); };
    const open = (node) => {
      const page = node.data("state") ? section.dataset.record : section.dataset.entity;
      location.assign(page + (page.includes("?") ? "&" : "?") + "id=" + encodeURIComponent(node.id()));
    };
    const light = (node) => {
      clear();
      const around = node.closedNeighborhood();
      cy.elements().not(around).addClass("away");
      around.addClass("near");
      node.addClass("found");
      const state = node.data("state") ? ", " + node.data("state") : "";
      note.textContent = `${node.data("label")} (${node.data("kind")}${state}), ${count(around.nodes().length - 1, "neighbour")}. Twice opens it.`;
    };
    const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

    let last = null;
    cy.on("tap", "node", (event) => {
      const again = last && last.id === event.target.id() && Date.now() - last.at < 450;
      last = { id: event.target.id(), at: Date.now() };
      if (again) open(event.target); else light(event.target);
    });
    cy.on("tap", (event) => { if (event.target === cy) clear(); });

    section.querySelectorAll("[data-kind]").forEach((box) => box.addEventListener("change", () => {
      cy.nodes().filter((node) => node.data("kind") === box.dataset.kind).toggleClass("gone", !box.checked);
      rename();
    }));
    const centre = () => ({ x: cy.width() / 2, y: cy.height() / 2 });
    section.querySelectorAll("[data-zoom]").forEach((button) => button.addEventListener("click", () => {
      if (button.dataset.zoom === "fit") { clear(); cy.fit(cy.elements(":visible"), 24); return; }
      cy.zoom({ level: cy.zoom() * (button.dataset.zoom === "in" ? 1.4 : 1 / 1.4), renderedPosition: centre() });
    }));

    const field = section.querySelector("#find");
    field.addEventListener("input", () => {
      clear();
      const wanted = field.value.trim().toLocaleLowerCase();
      if (wanted.length < 2) return;
      const hits = cy.nodes().filter((node) => node.data("label").toLocaleLowerCase().includes(wanted));
      cy.elements().not(hits).addClass("away");
      hits.addClass("found");
      note.textContent = count(hits.length, "node") + " found";
      if (hits.length) cy.animate({ fit: { eles: hits, padding: 120 }, duration: 200 });
    });
    field.addEventListener("keydown", (event) => {
      const hit = cy.nodes(".found").first();
      if (event.key === "Enter" && hit.length) light(hit);
    });

    const way = (section.dataset.way || "").split(" ").filter(Boolean);
    if (way.length) {
      const nodes = cy.collection(way.map((id) => cy.getElementById(id)).filter((node) => node.length).map((node) => node[0]));
      cy.elements().addClass("away");
      nodes.removeClass("away").addClass("found");
      for (let at = 1; at < way.length; at += 1) {
        cy.getElementById(way[at - 1]).edgesWith(cy.getElementById(way[at])).removeClass("away").addClass("found");
      }
      cy.fit(nodes, 80);
    }
    section.dataset.ready = String(found.nodes.length);
    return cy;
  }

  async function start() {
    const section = document.querySelector("[data-map]");
    if (map) { map.destroy(); map = null; }
    if (!section || section.dataset.started) return;
    section.dataset.started = "1";
    const note = section.querySelector("#map-note");
    try {
      const [answer] = await Promise.all([fetch(section.dataset.map, { credentials: "same-origin" }), load(section.dataset.library)]);
      if (!answer.ok) throw new Error(answer.statusText);
      const found = await answer.json();
      if (section.isConnected) map = drawn(section, found);
    } catch (error) {
      note.textContent = "The map cannot be drawn: " + error.message;
    }
  }

  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("htmx:load", start);
})();
