// A board to play on: a click on a pit sends its number to Python, which answers with the next picture.

function button(label, message, model) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.addEventListener("click", () => model.send({ type: message }));
  return element;
}

// Every pit of the drawing is a group with a title such as "South 7: 9".
function pits(board) {
  const found = [];
  for (const title of board.querySelectorAll("g > title")) {
    const match = /^(South|North) ([1-9]):/.exec(title.textContent);
    if (match) {
      found.push({ group: title.parentElement, side: match[1], pit: Number(match[2]) });
    }
  }
  return found;
}

function render({ model, el }) {
  const board = document.createElement("div");
  board.className = "togyz-board";
  const bar = document.createElement("div");
  bar.className = "togyz-bar";
  const fresh = button("New game", "new", model);
  const undo = button("Take back", "undo", model);
  bar.append(fresh, undo);
  const caption = document.createElement("div");
  caption.className = "togyz-caption";
  caption.setAttribute("aria-live", "polite");
  el.classList.add("togyz");
  el.append(board, bar, caption);

  const show = () => {
    board.innerHTML = model.get("svg");
    caption.textContent = model.get("caption");
    undo.disabled = !model.get("can_undo");
    const legal = model.get("legal");
    const turn = model.get("turn");
    for (const { group, side, pit } of pits(board)) {
      if (side === turn && legal.includes(pit)) {
        const play = () => model.send({ type: "play", pit });
        group.classList.add("togyz-legal");
        group.setAttribute("tabindex", "0");
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", `play pit ${pit}`);
        group.addEventListener("click", play);
        group.addEventListener("keydown", (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            play();
          }
        });
      }
    }
  };
  model.on("change:svg change:caption change:legal change:turn change:can_undo", show);
  show();
}

export default { render };
