// Where the page begins: the address after # says which page is shown.

import { notice, replace } from "/static/dom.js";
import { ask } from "/static/net.js";
import { held, showLobby } from "/static/lobby.js";
import { showLive } from "/static/live.js";
import { showReplay } from "/static/replay.js";

const app = document.getElementById("app");
let leave = null;
let catalog = null;

const PAGES = {
  file: async () => showReplay(app, catalog, held.file || {}),
  seat: (token) => showLive(app, catalog, token),
  replay: async (code) => showReplay(app, catalog, await ask("/api/unpack", { code })),
  arena: async (game) => showReplay(app, catalog, await ask("/api/arena", { game: Number(game) })),
};

async function show() {
  if (leave) leave();
  leave = null;
  window.scrollTo(0, 0);
  const [page, value] = location.hash.slice(1).split("=", 2);
  try {
    catalog = catalog || (await ask("/api/catalog"));
    leave = page in PAGES ? await PAGES[page](value || "") : showLobby(app, catalog);
  } catch (error) {
    replace(app, notice(error.message));
  }
}

window.addEventListener("hashchange", show);
show();
