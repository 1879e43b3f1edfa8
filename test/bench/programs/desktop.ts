import { join } from 'node:path';
import { type DesktopLink, desktopLink, type DesktopLinkOf } from '#test/relay/desktop-link.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

/** Sent by this program: how it receives news, or that it has committed its log up to here, and when. */
export type DesktopSays =
  | { readonly kind: 'mode'; readonly mode: ReturnType<DesktopLink['mode']> }
  | { readonly kind: 'committed'; readonly seq: number; readonly atMs: number };

/** The one message that it receives. */
export type DesktopIs = Omit<DesktopLinkOf, 'file' | 'committed'>;

const MODE_EVERY_MS = 100;

/** A desktop's link to a relay as a program of its own; its parent tells it what to read, and it ends with its parent. */
const folder = scratchFolder('desktop');
const is = await new Promise<DesktopIs>((resolve) => process.once('message', (message) => resolve(message as DesktopIs)));
const link = await desktopLink({
  ...is,
  file: join(folder, 'journal.sqlite'),
  committed: () => say({ kind: 'committed', seq: link.seq(), atMs: performance.timeOrigin + performance.now() }),
});
const telling = setInterval(() => say({ kind: 'mode', mode: link.mode() }), MODE_EVERY_MS);
await new Promise((resolve) => process.once('disconnect', resolve));
clearInterval(telling);
await link.close();
removeFolder(folder);

function say(said: DesktopSays): void {
  if (process.connected) process.send?.(said);
}
