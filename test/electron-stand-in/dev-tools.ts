/** Any answer or event of the DevTools protocol; its members are read where they are known. */
export type DevToolsMessage = Readonly<Record<string, unknown>>;

type Incoming = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: DevToolsMessage;
  readonly result?: DevToolsMessage;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
};
type Waiting = { readonly resolve: (result: DevToolsMessage) => void; readonly reject: (error: Error) => void };

/** One connection to Chromium over its DevTools protocol, with flat sessions. */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, ((params: DevToolsMessage) => void)[]>();
  #lastId = 0;

  static connect(address: string): Promise<DevTools> {
    const socket = new WebSocket(address);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new DevTools(socket)));
      socket.addEventListener('error', () => reject(new Error('no connection to Chromium')));
    });
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#receive(JSON.parse(String(event.data)) as Incoming));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium is gone'));
      this.#waiting.clear();
    });
  }

  send(method: string, params: DevToolsMessage = {}, sessionId?: string): Promise<DevToolsMessage> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  on(sessionId: string, method: string, listener: (params: DevToolsMessage) => void): void {
    const key = `${sessionId} ${method}`;
    this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener]);
  }

  #receive(message: Incoming): void {
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(`${message.sessionId} ${message.method}`) ?? []) listener(message.params ?? {});
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result ?? {});
  }
}
