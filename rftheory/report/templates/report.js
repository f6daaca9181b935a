"use strict";
(() => {
  const field = (id) => document.getElementById(id);

  // a form shows those lines whose data have what is chosen, and all words
  function filtering(form, lines) {
    const search = form.querySelector("[type=search]");
    const chosen = [...form.querySelectorAll("select")];
    function filter() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const line of lines) {
        const fits =
          chosen.every((one) => !one.value || line.dataset[one.name].split("|").includes(one.value)) &&
          words.every((word) => line.dataset.text.includes(word));
        line.hidden = !fits;
        shown += fits;
      }
      form.querySelector("output").textContent = `${shown} of ${lines.length} statements`;
      if (form === field("filters")) field("nothing").hidden = shown > 0;
    }
    form.addEventListener("input", filter);
    form.addEventListener("reset", () => setTimeout(filter));
    form.addEventListener("submit", (event) => event.preventDefault());
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      search.value = "";
      filter();
    });
  }
  filtering(field("filters"), [...document.querySelectorAll(".ledger tbody tr")]);
  filtering(field("errata-filters"), [...document.querySelectorAll(".erratum")]);

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      field("search").focus();
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
