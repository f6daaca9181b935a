"use strict";
(() => {
  const field = (id) => document.getElementById(id);
  const lines = [...document.querySelectorAll(".ledger tbody tr")];
  const filters = ["paper", "status", "kind"];

  function filter() {
    const words = field("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const line of lines) {
      const fits =
        filters.every((name) => !field(name).value || line.dataset[name] === field(name).value) &&
        words.every((word) => line.dataset.text.includes(word));
      line.hidden = !fits;
      shown += fits;
    }
    field("shown").textContent = `${shown} of ${lines.length} statements`;
    field("nothing").hidden = shown > 0;
  }

  field("filters").addEventListener("input", filter);
  field("filters").addEventListener("reset", () => setTimeout(filter));
  field("filters").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      field("search").focus();
    } else if (event.key === "Escape" && event.target === field("search")) {
      field("search").value = "";
      filter();
    }
  });

  // the evidence is unpacked once, when the first statement is opened
  let unpacked;
  function evidence() {
    unpacked ??= (async () => {
      const bytes = Uint8Array.from(atob(field("packed").textContent), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return JSON.parse(await new Response(stream).text());
    })();
    return unpacked;
  }

  async function fill(details) {
    const place = details.querySelector(".filled");
    if (place.dataset.done) return;
    place.dataset.done = "yes";
    try {
      place.innerHTML = (await evidence())[details.dataset.id];
      light(place);
    } catch (error) {
      delete place.dataset.done;
      place.textContent = `The evidence could not be unpacked (${error}). A newer browser can.`;
    }
  }

  for (const details of document.querySelectorAll("details.more")) {
    details.addEventListener("toggle", () => details.open && fill(details));
  }

  // edges of the node under the pointer or the keyboard
  function light(root) {
    for (const node of root.querySelectorAll("svg.graph a")) {
      const near = [...node.closest("svg").querySelectorAll("path")].filter(
        (path) => path.dataset.from === node.dataset.id || path.dataset.to === node.dataset.id,
      );
      for (const name of ["mouseenter", "focus"]) {
        node.addEventListener(name, () => near.forEach((path) => path.classList.add("near")));
      }
      for (const name of ["mouseleave", "blur"]) {
        node.addEventListener(name, () => near.forEach((path) => path.classList.remove("near")));
      }
    }
  }
  light(document);

  // the keyboard goes on from the statement that a link leads to
  function reach() {
    const article = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (article && article.matches(".statement")) article.focus({ preventScroll: true });
  }
  addEventListener("hashchange", reach);
  reach();
})();
