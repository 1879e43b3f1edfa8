import { join } from 'node:path';
import { BrowserWindow } from 'electron/main';
import { APP_URL } from '#electron/desktop/window/app-scheme.ts';
import { DRAW, EXPECTED } from './draw-in-frame.ts';
import { must, type Said } from './probe.ts';

/** Our own page loads by its scheme, and a frame in it draws. */
export async function previewFrame(root: string): Promise<Said> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, preload: join(root, 'dist', 'preload', 'preload.cjs') },
  });
  try {
    await window.loadURL(APP_URL);
    // The stand-in's page runs no program from outside.
    if (!('executeJavaScript' in window.webContents)) return { said: 'the page is loaded' };
    const drawn: unknown = await window.webContents.executeJavaScript(DRAW);
    must(drawn === EXPECTED, `the frame said ${String(drawn)}`);
    return { said: EXPECTED };
  } finally {
    window.destroy();
  }
}
