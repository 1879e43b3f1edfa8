import { later } from '../later/later.tsx';

export const AddFilesDialog = later(async () => (await import('./add-files-dialog.tsx')).AddFilesDialog);
