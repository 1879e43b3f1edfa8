import type * as E from 'electron/main';
import type { NativeImage, nativeImage as realNativeImage, Shell } from 'electron/common';

/** What the system's dialogs, file manager and browser were asked for. */
export const asked: { errors: string[]; folders: number; revealed: string[] } = { errors: [], folders: 0, revealed: [] };
/** What the person chooses next; null closes the dialog. */
export const chosen: { folder: string | null } = { folder: null };

export const dialog = {
  showErrorBox(title: string, content: string): void {
    asked.errors.push(`${title}\n${content}`);
  },
  async showOpenDialog(): Promise<E.OpenDialogReturnValue> {
    asked.folders += 1;
    await Promise.resolve();
    return { canceled: chosen.folder === null, filePaths: chosen.folder === null ? [] : [chosen.folder] };
  },
} satisfies Pick<E.Dialog, 'showErrorBox'> & { showOpenDialog(): Promise<E.OpenDialogReturnValue> };

export const shell = {
  showItemInFolder(path: string): void {
    asked.revealed.push(path);
  },
} satisfies Pick<Shell, 'showItemInFolder'>;

export const nativeImage = {
  createFromPath: (path: string) => ({ path, isEmpty: () => false, setTemplateImage: () => undefined }) as unknown as NativeImage,
  createEmpty: () => ({ path: '', isEmpty: () => true }) as unknown as NativeImage,
} satisfies Partial<typeof realNativeImage>;
