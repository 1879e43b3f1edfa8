import type * as E from 'electron/main';
import type { Shell } from 'electron/common';
import { fakeSystem } from './fake-system.ts';

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
/** What the person chooses next. Null cancels a dialog, and leaves a message box open until its signal. */
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
