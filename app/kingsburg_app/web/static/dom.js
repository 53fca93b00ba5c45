// Building pages: elements from plain calls, text always as text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Puts new content in place; whoever had the focus keeps it, found again by its data-key.
export function replace(parent, ...children) {
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key) [...parent.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key)?.focus();
}

// Tells something to screen readers.
export function announce(text) {
  document.getElementById("status").textContent = text;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A page that says one thing and leads back to the hall.
export function notice(text) {
  return h("section", { class: "notice" },
    h("h1", {}, "Kingsburg"),
    h("p", { role: "alert" }, capital(text)),
    h("a", { href: "#" }, "To the hall"));
}
