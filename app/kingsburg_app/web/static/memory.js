// What this browser remembers: its tables, and how fast agents are shown.

const TABLES = "kingsburg-tables";
const SPEED = "kingsburg-speed";
const MOST = 30;

export const SPEEDS = { "at once": 0, quick: 250, calm: 900 };

export function tables() {
  try {
    return JSON.parse(localStorage.getItem(TABLES)) || [];
  } catch {
    return [];
  }
}

export function remember(table) {
  localStorage.setItem(TABLES, JSON.stringify([table, ...tables()].slice(0, MOST)));
}

export function forget(watch) {
  localStorage.setItem(TABLES, JSON.stringify(tables().filter((table) => table.watch !== watch)));
}

export const speed = () => (localStorage.getItem(SPEED) in SPEEDS ? localStorage.getItem(SPEED) : "quick");
export const setSpeed = (name) => localStorage.setItem(SPEED, name);

export function speedChoice(onchange = () => {}) {
  const choice = document.createElement("select");
  choice.setAttribute("aria-label", "Speed");
  choice.dataset.key = "speed";
  for (const name of Object.keys(SPEEDS)) choice.append(new Option(name, name, false, name === speed()));
  choice.addEventListener("change", () => {
    setSpeed(choice.value);
    onchange();
  });
  return choice;
}
