// What a sandboxed preload can require as `electron`, in its isolated world. `standInSend` is a binding of this world alone.
(() => {
  const listeners = new Map();
  const functions = [];
  globalThis.standInReceive = (channel, args) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
  };
  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(detail) }));
  }
  document.addEventListener('stand-in-call', (event) => {
    const { fn, args } = JSON.parse(event.detail);
    functions[fn](
      ...args.map((arg) => ('callback' in arg ? (...out) => tell('stand-in-callback', { callback: arg.callback, args: out }) : arg.value)),
    );
  });
  const ipcRenderer = {
    send: (channel, ...args) => globalThis.standInSend(JSON.stringify({ channel, args })),
    on: (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
  };
  const contextBridge = {
    exposeInMainWorld: (key, api) =>
      tell('stand-in-expose', { key, functions: Object.entries(api).map(([name, value]) => [name, functions.push(value) - 1]) }),
  };
  const electron = { ipcRenderer, contextBridge };
  globalThis.standInRequire = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
})();
