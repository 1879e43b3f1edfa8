import type * as E from 'electron/main';
import type { NativeImage, nativeImage as realNativeImage, Shell } from 'electron/common';

/** What the system's dialogs, file manager and browser were asked for. */
export const asked: {
  errors: string[];
  boxes: E.MessageBoxOptions[];
  folders: number;
  revealed: string[];
  opened: string[];
  saved: (string | undefined)[];
} = {
  errors: [],
  boxes: [],
  folders: 0,
  revealed: [],
  opened: [],
  saved: [],
};
/** What the person chooses next; null closes the dialog, and leaves a message open until its signal. */
export const chosen: { folder: string | null; file: string | null; button: number | null } = { folder: null, file: null, button: null };

export const dialog = {
  showErrorBox(title: string, content: string): void {
    asked.errors.push(`${title}\n${content}`);
  },
  async showMessageBox(options: E.MessageBoxOptions): Promise<E.MessageBoxReturnValue> {
    asked.boxes.push(options);
    if (chosen.button === null) await new Promise<void>((closed) => options.signal?.addEventListener('abort', () => closed()));
    return { response: chosen.button ?? options.cancelId ?? 0, checkboxChecked: false };
  },
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
  showMessageBox(options: E.MessageBoxOptions): Promise<E.MessageBoxReturnValue>;
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

export const nativeImage = {
  createFromPath: (path: string) => ({ path, isEmpty: () => false, setTemplateImage: () => undefined }) as unknown as NativeImage,
  createEmpty: () => ({ path: '', isEmpty: () => true }) as unknown as NativeImage,
} satisfies Partial<typeof realNativeImage>;
