import { later } from '../../later/later.tsx';

export const FloodDialog = later(async () => (await import('./bulk-arrival-dialog.tsx')).BulkArrivalDialog);
