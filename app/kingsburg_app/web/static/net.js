// Requests to the server, and the websocket of a seat that comes back by itself.

export async function ask(address, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(address, options);
  const found = await response.json();
  if (!response.ok) throw new Error(found.error || "the server refused");
  return found;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

// Joins a seat; `hear` gets every message, and { type: "offline" } or { type: "online" } when the line changes.
export class Line {
  constructor(token, hear) {
    this.token = token;
    this.hear = hear;
    this.pause = FIRST_PAUSE;
    this.isClosed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => {
      this.send({ type: "join", token: this.token });
    };
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "welcome") {
        this.pause = FIRST_PAUSE;
        this.hear({ type: "online" });
      }
      if (message.type === "refused") this.isClosed = message.text !== "too many messages";
      this.hear(message);
    };
    this.socket.onclose = () => this.lost();
  }

  lost() {
    if (this.isClosed) return;
    this.hear({ type: "offline" });
    setTimeout(() => this.isClosed || this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}
