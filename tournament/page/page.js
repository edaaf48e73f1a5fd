"use strict";
// Sorts tables by a click on a heading, and replays games.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (name) => document.getElementById(name);

// Tables

function sortValue(row, column) {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent : number(cell.dataset.value);
}

// Python writes infinity as inf.
function number(text) {
  return text === "inf" ? Infinity : text === "-inf" ? -Infinity : Number(text);
}

function compare(one, other) {
  if (typeof one === "number" && typeof other === "number")
    return one < other ? -1 : one > other ? 1 : 0;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}

function sortBy(table, column, heading) {
  const descending = heading.getAttribute("aria-sort") === "ascending";
  for (const one of table.tHead.rows[0].cells) one.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((one, other) => {
    const order = compare(sortValue(one, column), sortValue(other, column));
    return descending ? -order : order;
  });
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll(".wide table:not(.facts)"))
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.onclick = () => sortBy(table, column, heading);
    heading.append(button);
  });

// Othello: 64 squares from a1 to h8, 1 for black, -1 for white

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const START = "---------------------------OX------XO--------------------------- X";
const discs = (text) => [...text.slice(0, 64)].map((one) => (one === "X") - (one === "O"));

function flipped(board, square, side) {
  if (board[square]) return [];
  const all = [];
  for (const [down, right] of DIRECTIONS) {
    const line = [];
    let row = (square >> 3) + down, column = (square & 7) + right;
    while (row >= 0 && row < 8 && column >= 0 && column < 8 && board[8 * row + column] === -side) {
      line.push(8 * row + column);
      row += down;
      column += right;
    }
    if (row >= 0 && row < 8 && column >= 0 && column < 8 && board[8 * row + column] === side)
      all.push(...line);
  }
  return all;
}

// All positions of a game, each with the move that led to it; a side that cannot move passes.
function replayed(start, side, transcript) {
  let board = start;
  const line = [{ board, square: null, side: 0 }];
  for (const name of transcript.match(/../g) || []) {
    const square = "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1);
    let turned = flipped(board, square, side);
    if (!turned.length) {
      side = -side;
      turned = flipped(board, square, side);
    }
    board = board.slice();
    for (const one of [square, ...turned]) board[one] = side;
    line.push({ board, square, side });
    side = -side;
  }
  return line;
}

const count = (board, side) => board.filter((disc) => disc === side).length;
const nameOf = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);
const signed = (number, digits = 0) =>
  (number > 0 ? "+" : "") + number.toFixed(digits).replace("-", "−");

// The chooser

let match, game, line, details, ply;

function fillTournaments() {
  let section = null, group = null;
  data.matches.forEach((one, place) => {
    if (one.section !== section) {
      section = one.section;
      group = document.createElement("optgroup");
      group.label = section;
      byId("which").append(group);
    }
    group.append(new Option(`${one.label} (${one.games.length} games)`, place));
  });
}

function forA(one) {
  return one[1] ? one[2] : -one[2];
}

function fillGames() {
  match = data.matches[byId("which").value];
  const wanted = byId("find").value.trim().toLowerCase();
  const rows = [];
  match.games.forEach((one, place) => {
    const texts = [one[0], one[1] ? "black" : "white", signed(forA(one))];
    if (!`${texts.join(" ")} ${one[5]}`.toLowerCase().includes(wanted)) return;
    const row = document.createElement("tr");
    texts.forEach((text, column) => {
      const cell = row.insertCell();
      cell.textContent = text;
      if (column === 2) cell.className = "number";
    });
    const button = document.createElement("button");
    button.type = "button";
    button.append(...row.cells[0].childNodes);
    row.cells[0].append(button);
    row.onclick = () => open(place);
    row.dataset.place = place;
    rows.push(row);
  });
  byId("list").replaceChildren(...rows);
  if (rows.length) open(Number(rows[0].dataset.place));
}

// The board

function svg(name, attributes, parent, text) {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) part.setAttribute(key, attributes[key]);
  if (text !== undefined) part.textContent = text;
  parent.append(part);
  return part;
}

function drawBoard() {
  const { board, square } = line[ply], picture = byId("board");
  picture.replaceChildren();
  svg("rect", { class: "felt", x: 0, y: 0, width: 88, height: 88, rx: 1 }, picture);
  for (let place = 0; place <= 8; place++) {
    svg("path", { class: "rule", d: `M${11 * place} 0V88M0 ${11 * place}H88` }, picture);
    if (place === 8) break;
    const middle = 11 * place + 5.5;
    svg("text", { x: middle, y: -1.5, "text-anchor": "middle" }, picture, "abcdefgh"[place]);
    svg("text", { x: -3.5, y: middle + 1.8, "text-anchor": "middle" }, picture, place + 1);
  }
  board.forEach((side, place) => {
    if (!side) return;
    const middle = { cx: 11 * (place & 7) + 5.5, cy: 11 * (place >> 3) + 5.5 };
    svg("circle", { class: side > 0 ? "black" : "white", r: 4.5, ...middle }, picture);
    if (place === square) svg("circle", { class: "last", r: 1.2, ...middle }, picture);
  });
}

function isA(side) {
  return (side > 0) === Boolean(game[1]);
}

function moveWords() {
  const { square, side } = line[ply];
  if (ply === 0) return "The start.";
  const words = `${side > 0 ? "Black" : "White"}, ${isA(side) ? "A" : "B"}, played ${nameOf(square)}`;
  const move = ply - 1 - game.before, kept = details[move];
  if (move < 0) return `${words}, as the opening has it.`;
  if (!kept) return `${words}.`;
  const said = [];
  if (kept.score !== null) said.push(`it valued the position ${signed(kept.score, 1)}`);
  if (kept.depth) said.push(`depth ${kept.depth}`);
  if (kept.nodes === 1) said.push("1 node");
  if (kept.nodes > 1) said.push(`about ${Number(kept.nodes.toPrecision(2)).toLocaleString("en")} nodes`);
  return said.length ? `${words}: ${said.join(", ")}.` : `${words}.`;
}

function endWords() {
  const result = game[2];
  const winner = result ? `${result > 0 ? "black" : "white"}, ${isA(result) ? "A" : "B"}, won by ${Math.abs(result)}` : "a draw";
  return game[5] ? `${winner}, since: ${game[5]}` : winner;
}

// The graph of values

const GRAPH = { left: 40, right: 432, top: 10, bottom: 160 };

function graphScale() {
  const known = details.filter((one) => one && one.score !== null).map((one) => Math.abs(one.score));
  const most = Math.max(4, Math.abs(game[2]), ...known);
  const end = [4, 8, 16, 32, 64].find((one) => one >= most) || 64;
  const steps = Math.max(1, line.length - 1);
  return {
    end,
    x: (at) => GRAPH.left + (at / steps) * (GRAPH.right - GRAPH.left),
    y: (discs) => (GRAPH.top + GRAPH.bottom) / 2 - (discs / end) * (GRAPH.bottom - GRAPH.top) / 2,
  };
}

function drawGraph() {
  const picture = byId("values"), scale = graphScale();
  picture.replaceChildren();
  for (const discs of [-scale.end, -scale.end / 2, 0, scale.end / 2, scale.end]) {
    const y = scale.y(discs);
    svg("line", { class: discs ? "grid" : "level", x1: GRAPH.left, x2: GRAPH.right, y1: y, y2: y }, picture);
    svg("text", { x: GRAPH.left - 6, y: y + 4, "text-anchor": "end" }, picture, signed(discs));
  }
  for (let move = 10; move < line.length; move += 10)
    svg("text", { x: scale.x(move), y: GRAPH.bottom + 18, "text-anchor": "middle" }, picture, move);
  for (const ours of [true, false]) {
    const places = [];
    details.forEach((one, move) => {
      const at = move + game.before + 1, step = line[at];
      if (!step || !one || one.score === null || isA(step.side) !== ours) return;
      places.push(`${scale.x(at - 1).toFixed(1)},${scale.y(step.side * one.score).toFixed(1)}`);
    });
    const group = svg("g", { class: ours ? "a" : "b" }, picture);
    if (places.length) svg("polyline", { points: places.join(" ") }, group);
  }
  const group = svg("g", { class: "c" }, picture);
  svg("circle", { cx: scale.x(line.length - 1), cy: scale.y(game[2]), r: 3.5 }, group);
  const cursor = svg("g", { class: "c" }, picture);
  svg("path", { d: `M${scale.x(ply)} ${GRAPH.top}V${GRAPH.bottom}` }, cursor);
}

// Stepping

function show(next) {
  ply = Math.min(Math.max(next, 0), line.length - 1);
  const { board } = line[ply];
  drawBoard();
  drawGraph();
  byId("ply").textContent = `move ${ply} of ${line.length - 1}`;
  const words = [`Black ${count(board, 1)}, white ${count(board, -1)}. ${moveWords()}`];
  if (ply === line.length - 1) words.push(`The end: ${endWords()}.`);
  byId("said").textContent = words.join(" ");
}

function open(place) {
  game = match.games[place];
  const start = match.boards[game[0]] || START;
  game.before = start === START ? game[0].length / 2 : 0;
  line = replayed(discs(start), start.endsWith("X") ? 1 : -1, game[3]);
  details = game[4].map((one) =>
    one && { score: one[0] === null ? null : one[0] / 100, depth: one[1], nodes: one[2] });
  const sides = game[1] ? ["a", "b"] : ["b", "a"];
  byId("who").replaceChildren(...sides.flatMap((side, place) => {
    const name = document.createElement("span");
    name.className = side;
    name.textContent = `${place ? "○ white" : "● black"}: ${side.toUpperCase()} `;
    const spec = document.createElement("code");
    spec.textContent = match[side];
    return [name, spec, document.createElement("br")];
  }));
  for (const row of byId("list").rows)
    row.setAttribute("aria-selected", row.dataset.place === String(place));
  show(line.length - 1);
}

const STEPS = {
  first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => Infinity,
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

if (data.matches.length) {
  fillTournaments();
  byId("which").onchange = fillGames;
  byId("find").oninput = fillGames;
  for (const button of document.querySelectorAll("[data-go]"))
    button.onclick = () => show(STEPS[button.dataset.go]());
  byId("player").onkeydown = (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    show(STEPS[KEYS[event.key]]());
  };
  byId("values").onclick = (event) => {
    const box = byId("values").getBoundingClientRect();
    const x = (440 * (event.clientX - box.left)) / box.width;
    show(Math.round(((x - GRAPH.left) / (GRAPH.right - GRAPH.left)) * (line.length - 1)));
  };
  byId("replay").hidden = false;
  fillGames();
}
