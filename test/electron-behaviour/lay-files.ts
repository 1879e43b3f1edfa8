import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Writes the files that the assertions find in their folder. */
export function layFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(resolve(import.meta.dirname, '../../build/icons/tray/fine-24.png'), join(folder, 'icon.png'));
  writeFileSync(join(folder, 'no-picture.png'), 'This is no picture.\n');
  writeFileSync(join(folder, 'preload.cjs'), PRELOAD);
  writeFileSync(join(folder, 'child.mjs'), CHILD);
}

const PRELOAD = `const { contextBridge, ipcRenderer } = require('electron');
ipcRenderer.on('to-page', (_event, ...args) => ipcRenderer.send('from-page', 'heard', ...args));
contextBridge.exposeInMainWorld('bridge', {
  say: (...args) => ipcRenderer.send('from-page', 'said', ...args),
  answer: () => 42,
});
ipcRenderer.send('from-page', 'here');
`;

/** A child that obeys its first argument: it exits at once with the second one as its code, or answers until told to end. Of `gc` it says whether it is there. */
const CHILD = `const [, , word, code] = process.argv;
if (word === 'exit') process.exit(Number(code));
process.parentPort.on('message', ({ data }) => {
  if (data === 'end') process.exit(0);
  if (data === 'gc') return process.parentPort.postMessage({ gc: typeof globalThis.gc === 'function' });
  process.parentPort.postMessage({ heard: data });
});
`;

const TITLE = '## In figures';

/** The text with these figures after their title, which is the last one. */
export function withFigures(text: string, figures: string): string {
  if (!text.includes(TITLE)) throw new Error(`no heading ${TITLE}`);
  return `${text.slice(0, text.indexOf(TITLE))}${TITLE}\n\n${figures}`;
}
