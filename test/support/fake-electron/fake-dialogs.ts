import type * as E from 'electron/main';
import type { NativeImage, nativeImage as realNativeImage, Shell } from 'electron/common';

/** What the system's dialogs, file manager and browser were asked for. */
export const asked: { errors: string[]; folders: number; revealed: string[]; opened: string[]; saved: (string | undefined)[] } = {
  errors: [],
  folders: 0,
  revealed: [],
  opened: [],
  saved: [],
};
/** What the person chooses next; null closes the dialog. */
export const chosen: { folder: string | null; file: string | null } = { folder: null, file: null };

export const dialog = {
  showErrorBox(title: string, content: string): void {
    asked.errors.push(`${title}\n${content}`);
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
