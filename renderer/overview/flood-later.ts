import { later } from '../later/later.tsx';

export const FloodDialog = later(async () => (await import('./flood-dialog.tsx')).FloodDialog);
