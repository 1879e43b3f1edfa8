import type * as E from 'electron/main';
import type { Shell } from 'electron/common';
import { fakeSystem, needsReady } from './fake-system.ts';
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

/** Calls of the system's dialogs, file manager and browser. */
export const asked: {
  errors: string[];
  boxes: E.MessageBoxOptions[];
  /** How many of the boxes are open now. */
  boxesOpen: number;
  folders: number;
  revealed: string[];
  opened: string[];
  saved: (string | undefined)[];
} = {
  errors: [],
  boxes: [],
  boxesOpen: 0,
  folders: 0,
  revealed: [],
  opened: [],
  saved: [],
};
/** What the user chooses next. Null cancels a dialog, and leaves a message box open until its signal. */
export const chosen: { folder: string | null; file: string | null; button: number | null } = { folder: null, file: null, button: null };

function messageBox(parent: E.BaseWindow | null, options: E.MessageBoxOptions): Promise<E.MessageBoxReturnValue> {
  if (!fakeSystem.isReady) throw new TypeError('dialog module can only be used after app is ready');
  asked.boxes.push(options);
  return answered(parent, options);
}

/** macOS shows a box without a parent by a call that blocks until the box is closed, and ignores the signal. */
async function answered(parent: E.BaseWindow | null, { signal, cancelId }: E.MessageBoxOptions): Promise<E.MessageBoxReturnValue> {
  const isUnwatched = fakeSystem.platform === 'darwin' && parent === null;
  asked.boxesOpen += 1;
  if (signal?.aborted !== true && chosen.button === null)
    await new Promise<void>((closed) => isUnwatched || signal?.addEventListener('abort', () => closed()));
  asked.boxesOpen -= 1;
  return { response: chosen.button ?? cancelId ?? 0, checkboxChecked: false };
}

export const dialog = {
  showErrorBox(title: string, content: string): void {
    asked.errors.push(`${title}\n${content}`);
  },
  showMessageBox: (...given: [E.MessageBoxOptions] | [E.BaseWindow, E.MessageBoxOptions]): Promise<E.MessageBoxReturnValue> =>
    given.length === 1 ? messageBox(null, given[0]) : messageBox(given[0], given[1]),
  async showOpenDialog(): Promise<E.OpenDialogReturnValue> {
    asked.folders += 1;
    await Promise.resolve();
    return { canceled: chosen.folder === null, filePaths: chosen.folder === null ? [] : [chosen.folder] };
  },
  async showSaveDialog({ defaultPath }: E.SaveDialogOptions): Promise<E.SaveDialogReturnValue> {
    asked.saved.push(defaultPath);
    await Promise.resolve();
    return { canceled: chosen.file === null, filePath: chosen.file ?? '' };
  },
} satisfies Pick<E.Dialog, 'showErrorBox'> & {
  showMessageBox(...given: [E.MessageBoxOptions] | [E.BaseWindow, E.MessageBoxOptions]): Promise<E.MessageBoxReturnValue>;
  showOpenDialog(): Promise<E.OpenDialogReturnValue>;
  showSaveDialog(options: E.SaveDialogOptions): Promise<E.SaveDialogReturnValue>;
};

export const shell = {
  showItemInFolder(path: string): void {
    asked.revealed.push(path);
  },
  async openPath(path: string): Promise<string> {
    asked.opened.push(path);
    return Promise.resolve('');
  },
} satisfies Pick<Shell, 'showItemInFolder' | 'openPath'>;

/** Adds `process.parentPort` to the started process. */
const PARENT_PORT = new URL('parent-port.ts', import.meta.url).href;

/** Electron takes `execArgv` for switches of Chromium: V8's own options are heard in one of them alone, and options of Node nowhere. */
function v8Options(switches: readonly string[]): readonly string[] {
  const PREFIX = '--js-flags=';
  return switches.filter((one) => one.startsWith(PREFIX)).flatMap((one) => one.slice(PREFIX.length).split(' '));
}

/** A Node process in place of Electron's. */
class FakeUtilityProcess extends EventEmitter implements Pick<E.UtilityProcess, 'pid' | 'kill' | 'postMessage'> {
  readonly #started: ReturnType<typeof fork>;
  #state: 'starting' | 'running' | 'ended' = 'starting';
  #isKilled = false;

  constructor(file: string, args: readonly string[], { execArgv = [], env = {}, stdio }: E.ForkOptions) {
    needsReady('utilityProcess cannot be created');
    if (file === '') throw new Error('Missing UtilityProcess entry script.');
    super();
    this.#started = fork(file, [...args], {
      execArgv: ['--import', PARENT_PORT, ...v8Options(execArgv)],
      env: { NODE_ENV: process.env['NODE_ENV'], ...Object.fromEntries(Object.entries(env)) },
      serialization: 'advanced',
      stdio: ['ignore', Array.isArray(stdio) && stdio[1] === 'pipe' ? 'pipe' : 'ignore', 'ignore', 'ipc'],
    });
    this.#started.once('spawn', () => {
      this.#state = 'running';
      this.emit('spawn');
    });
    this.#started.on('message', (message) => this.emit('message', message));
    this.#started.once('exit', (code, signal) => this.#ended(code ?? (signal === null ? 1 : constants.signals[signal])));
    this.#started.on('error', () => undefined);
    // These processes do not keep Electron from quitting.
    this.#started.unref();
    this.#started.channel?.unref();
  }

  /** Null unless it was asked for. */
  get stdout(): Readable | null {
    return this.#started.stdout;
  }

  /** Set only while it runs. */
  get pid(): number | undefined {
    return this.#state === 'running' ? this.#started.pid : undefined;
  }

  kill(): boolean {
    if (this.#state === 'ended') return false;
    this.#isKilled = true;
    return this.#started.kill();
  }

  /** A message is queued until the process runs, and dropped once it has ended. */
  postMessage(message: unknown): void {
    structuredClone(message);
    if (this.#started.connected) this.#started.send(message as object, () => undefined);
  }

  /** A requested end counts as success. */
  #ended(code: number): void {
    this.#state = 'ended';
    this.emit('exit', this.#isKilled && code === constants.signals.SIGTERM ? 0 : code);
  }
}

export const utilityProcess = {
  fork: (file: string, args: readonly string[] = [], options: E.ForkOptions = {}) => new FakeUtilityProcess(file, args, options),
};
