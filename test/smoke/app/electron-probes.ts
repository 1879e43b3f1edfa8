import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { nativeImage } from 'electron/common';
import { app, BrowserWindow, Menu, Notification, Tray } from 'electron/main';
import { autostartEntry } from '#electron/desktop/autostart/autostart.ts';
import { startFileProcess } from '#electron/desktop/start-file-process.ts';
import { trayIconPath } from '#electron/desktop/app-files.ts';
import type { ChildMessage as FileSaid } from '#electron/file-process/questions.ts';
import { IS_ELECTRON, must, type Probe, type Said } from './probe.ts';
import { APP_URL } from '#electron/desktop/window/app-scheme.ts';
import { DRAW, EXPECTED } from './draw-in-frame.ts';

export type ProbePaths = {
  readonly folder: string;
  readonly root: string;
  /** A file to inspect. */
  readonly scan: string;
  readonly isArchive: boolean;
};

/** What only Electron can show. Whoever started this program makes the second start, once the file `waiting` exists. */
export function electronProbes({ folder, root, scan, isArchive }: ProbePaths): readonly Probe[] {
  return [
    { what: 'The program is read out of its archive', of: 'electron', run: async () => archive(root, isArchive) },
    { what: 'The process that reads files answers', of: 'electron', run: () => reader(root, scan) },
    { what: 'A preview is drawn in its frame on app:', of: 'electron', run: () => previewFrame(root) },
    { what: 'The tray has an icon and a menu', of: 'electron', run: async () => tray(root) },
    { what: 'A notification is shown', of: 'electron', run: notification },
    { what: 'A second start hands its words over and ends', of: 'electron', run: () => secondStart(folder) },
    // An entry file of the desktops' standard on Linux, and Electron's own calls elsewhere.
    {
      what: 'The start with the computer is written and read back',
      of: process.platform === 'linux' ? 'node' : 'electron',
      run: async () => autostart(folder),
    },
  ];
}

function archive(root: string, isArchive: boolean): Said {
  must(existsSync(join(root, 'dist', 'main', 'file-process.js')), 'its files are not found');
  if (!isArchive) return { notHere: 'this start is of a folder' };
  must(root.endsWith('.asar') || !IS_ELECTRON, `it is read out of ${root}`);
  return { said: IS_ELECTRON ? 'app.asar' : 'laid out beside' };
}

/** As the engine asks: by its own protocol, about one file. */
function reader(root: string, scan: string): Promise<Said> {
  const child = startFileProcess(join(root, 'dist', 'main', 'file-process.js'))('anywhere');
  return new Promise((resolve, reject) => {
    child.onEnd(() => reject(new Error('it ended')));
    child.onSaid((said: FileSaid) => {
      if (said.kind !== 'answer') return;
      const answer = said.answer as { readonly ok: boolean; readonly value?: { readonly sha256: string; readonly inspected: object } };
      const sha256 = createHash('sha256').update(readFileSync(scan)).digest('hex');
      if (answer.ok && answer.value?.sha256 === sha256) resolve({ said: JSON.stringify(answer.value.inspected).slice(0, 80) });
      else reject(new Error(`it answered ${JSON.stringify(answer).slice(0, 200)}`));
      child.kill();
    });
    child.send({
      id: 1,
      isLookedInto: true,
      asked: { kind: 'read', of: { path: scan, root: join(scan, '..'), want: 'verdict', copy: null } },
    });
  });
}

function tray(root: string): Said {
  const path = trayIconPath('fine', { folder: join(root, 'build', 'icons', 'tray'), platform: process.platform });
  must(!nativeImage.createFromPath(path).isEmpty(), `there is no picture at ${path}`);
  const made = new Tray(path);
  made.setToolTip('Intray');
  made.setContextMenu(Menu.buildFromTemplate([{ label: 'Open Intray' }, { type: 'separator' }, { label: 'Quit' }]));
  must(!made.isDestroyed(), 'it is gone at once');
  // Linux panels do not tell where the icon is.
  const where = process.platform === 'linux' ? 'made' : JSON.stringify(made.getBounds());
  made.destroy();
  return { said: where };
}

/** The system may refuse it and say so, as macOS does to an unsigned program. Only Linux without a desktop gives no answer at all. */
function notification(): Promise<Said> {
  if (!Notification.isSupported()) return Promise.resolve({ notHere: 'the system says that it shows none' });
  const shown = new Notification({ title: 'Intray', body: 'Smoke run' });
  return new Promise((resolve) => {
    const patience = setTimeout(() => resolve({ notHere: 'the system neither showed nor refused it' }), NOTICE_MS_MAX);
    const settle = (said: Said): void => {
      clearTimeout(patience);
      resolve(said);
    };
    shown.on('show', () => settle({ said: 'shown' }));
    shown.on('failed', (_event, error) => settle({ notHere: `the system refused it: ${error}` }));
    shown.show();
  });
}

const NOTICE_MS_MAX = 10_000;

function secondStart(folder: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    app.once('second-instance', (_event, argv) => {
      const word = argv.find((one) => one.startsWith('--smoke-second='));
      if (word !== undefined || !IS_ELECTRON) resolve({ said: word ?? 'rang, without words' });
      else reject(new Error(`its words were ${JSON.stringify(argv)}`));
    });
    writeFileSync(join(folder, 'waiting'), '');
  });
}

/** The system's own list; what was written is removed again. */
function autostart(folder: string): Said {
  const { platform, env } = process;
  const place = { platform, home: homedir(), program: app.getPath('exe'), note: join(folder, 'autostart') };
  const entry = autostartEntry({ ...place, env: { ...env, XDG_CONFIG_HOME: join(folder, 'config') } });
  entry.set(true);
  const written = entry.state();
  entry.set(false);
  const removed = entry.state();
  must(removed === 'absent', `taken out, it reads ${removed}`);
  // macOS registers only signed programs in the applications folder; elsewhere the entry is ours to write.
  if (platform === 'darwin' && written !== 'starts') return { notHere: `macOS did not take this program in: ${written}` };
  must(written === 'starts', `written, it reads ${written}`);
  return { said: 'written, read back, taken out' };
}

/** Our own page loads by its scheme, and a frame in it draws. */
async function previewFrame(root: string): Promise<Said> {
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
