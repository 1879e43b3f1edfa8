import { later } from '../../later/later.tsx';

export const LaterBulkArrivalDialog = later(async () => (await import('./bulk-arrival-dialog.tsx')).BulkArrivalDialog);
