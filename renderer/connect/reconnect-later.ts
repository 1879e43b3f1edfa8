import { later } from '../later/later.tsx';

export const ReconnectDialog = later(async () => (await import('./reconnect-dialog.tsx')).ReconnectDialog);
