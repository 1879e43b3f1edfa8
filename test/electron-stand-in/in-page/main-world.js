// The page's side of contextBridge: builds what the preload exposed. Calls return nothing, unlike Electron's own.
// Only text crosses, so that no object of one world is ever in the other.
(() => {
  const callbacks = [];
  const call = (fn, args) => {
    const sent = args.map((arg) => (typeof arg === 'function' ? { callback: callbacks.push(arg) - 1 } : { value: arg }));
    document.dispatchEvent(new CustomEvent('stand-in-call', { detail: JSON.stringify({ fn, args: sent }) }));
  };
  document.addEventListener('stand-in-expose', (event) => {
    const { key, functions } = JSON.parse(event.detail);
    const api = Object.fromEntries(functions.map(([name, fn]) => [name, (...args) => call(fn, args)]));
    if (!(key in window)) Object.defineProperty(window, key, { value: Object.freeze(api) });
  });
  document.addEventListener('stand-in-callback', (event) => {
    const { callback, args } = JSON.parse(event.detail);
    callbacks[callback](...args);
  });
})();
