import { createHash } from 'node:crypto';

/**
 * The page in which a scan is drawn: empty, without origin, network, storage, cookies or access to the engine. Its parent sends it a program
 * and the bytes by message; all that a hostile file could take over is a canvas.
 */
export const previewPage: { readonly html: string; readonly headers: Readonly<Record<string, string>> } = page();

function page() {
  const style = 'html,body{margin:0;height:100%;overflow:hidden;background:#fff}canvas{display:block;width:100vw;height:100vh}';
  // Accepts only the first message, and only from the window that holds this page: its program, and the port for messages.
  const script =
    "addEventListener('message',function take(event){" +
    'if(event.source!==parent||event.ports.length!==1)return;' +
    "removeEventListener('message',take);" +
    'globalThis.previewStart={port:event.ports[0],worker:event.data.worker};' +
    "import(URL.createObjectURL(new Blob([event.data.program],{type:'text/javascript'})));" +
    '});';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>${style}</style></head><body><script>${script}</script></body></html>`;
  const policy = [
    "default-src 'none'",
    // Decoders of scanned pages are WebAssembly; programs come from memory only.
    `script-src ${sourceOf(script)} blob: 'wasm-unsafe-eval'`,
    `style-src ${sourceOf(style)}`,
    'worker-src blob:',
    'img-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Applies even if someone opens the page by its address.
    'sandbox allow-scripts',
  ];
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'SAMEORIGIN',
  };
  return { html, headers };
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
