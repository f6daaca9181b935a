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
  // the pages of statements have no forms
  if (!field("filters")) {
    light(document);
    return;
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
})();
