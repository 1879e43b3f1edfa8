/** The object that the desktop app's preload exposes: text out, text in. Absent in a browser. */
export type WindowPort = {
  postMessage(message: unknown): void;
  addEventListener(type: 'message' | 'close', listener: (event: { readonly data: string }) => void): void;
};

declare global {
  interface Window {
    readonly intrayPort?: WindowPort;
  }
}
