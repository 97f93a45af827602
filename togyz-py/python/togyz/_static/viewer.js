// A game that is stepped through. The pictures come from Python, one for each ply that is looked at.

function button(label, title, onclick) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.title = title;
  element.setAttribute("aria-label", title);
  element.addEventListener("click", onclick);
  return element;
}

function render({ model, el }) {
  const go = (ply) => {
    model.set("ply", Math.max(0, Math.min(model.get("plies"), ply)));
    model.save_changes();
  };
  const board = document.createElement("div");
  board.className = "togyz-board";
  const bar = document.createElement("div");
  bar.className = "togyz-bar";
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = 0;
  slider.setAttribute("aria-label", "ply");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const first = button("|◀", "first position", () => go(0));
  const back = button("◀", "one ply back", () => go(model.get("ply") - 1));
  const forward = button("▶", "one ply on", () => go(model.get("ply") + 1));
  const last = button("▶|", "last position", () => go(model.get("plies")));
  bar.append(first, back, slider, forward, last);
  const caption = document.createElement("div");
  caption.className = "togyz-caption";
  caption.setAttribute("aria-live", "polite");
  el.classList.add("togyz");
  el.append(board, bar, caption);
  el.tabIndex = 0;
  el.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (event.target !== slider && event.key in steps) {
      event.preventDefault();
      go(model.get("ply") + steps[event.key]);
    }
  });

  const show = () => {
    const [ply, plies] = [model.get("ply"), model.get("plies")];
    board.innerHTML = model.get("svg");
    caption.textContent = model.get("caption");
    slider.max = plies;
    slider.value = ply;
    first.disabled = back.disabled = ply === 0;
    forward.disabled = last.disabled = ply === plies;
  };
  model.on("change:svg change:caption change:ply change:plies", show);
  show();
}

export default { render };
