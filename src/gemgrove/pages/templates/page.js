"use strict";
// A slider below a plot that has stops: what a pointer shows in passing, a keyboard can reach too.
for (const figure of document.querySelectorAll("figure")) {
  const stops = [...figure.querySelectorAll(".stops rect")];
  const readout = figure.querySelector(".readout");
  if (!stops.length || !readout) continue;
  const texts = stops.map((stop) => stop.querySelector("title").textContent);
  const cursor = figure.querySelector(".cursor");
  const slider = document.createElement("input");
  const output = document.createElement("output");
  slider.type = "range";
  slider.min = 0;
  slider.max = stops.length - 1;
  slider.value = 0;
  slider.setAttribute("aria-label", "Move along the plot");
  const show = () => {
    const stop = stops[slider.value];
    const text = texts[slider.value];
    cursor.setAttribute("x1", stop.dataset.x);
    cursor.setAttribute("x2", stop.dataset.x);
    cursor.setAttribute("visibility", "visible");
    slider.setAttribute("aria-valuetext", text);
    output.textContent = text + " ";
    if (stop.dataset.href) {
      const link = document.createElement("a");
      link.href = stop.dataset.href;
      link.textContent = "In the table";
      output.append(link);
    }
  };
  stops.forEach((stop, number) => {
    stop.addEventListener("pointermove", () => {
      slider.value = number;
      show();
    });
  });
  slider.addEventListener("input", show);
  readout.append(slider, output);
  readout.hidden = false;
  show();
}
