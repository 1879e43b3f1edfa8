import { later } from '../../later/later.tsx';

export const LaterExportDialog = later(async () => (await import('../../documents/export/export-dialog.tsx')).ExportDialog);
