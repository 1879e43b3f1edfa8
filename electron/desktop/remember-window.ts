import { type BrowserWindow, type Rectangle, screen } from 'electron/main';
import { isInSight, openingBounds, type WorkAreas } from './window-bounds.ts';
import { readWindowNote, writeWindowNote } from './window-note.ts';

/** While it is dragged it moves with every frame; one write afterwards is enough. */
const PAUSE_MS = 500;

export type Opening = { readonly bounds: Rectangle; readonly isMaximized: boolean };

/** How the window opens: as it was left, on a screen that is there now. Without a path nothing is remembered. */
export function openingOf(path: string | null): Opening {
  const note = path === null ? null : readWindowNote(path);
  return { bounds: openingBounds(note?.bounds ?? null, workAreas()), isMaximized: note?.isMaximized ?? false };
}

/** Keeps where it is, a moment after it was moved and once more when it is closed. */
export function rememberWindow(window: BrowserWindow, path: string): void {
  let timer: NodeJS.Timeout | null = null;
  const keep = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!window.isDestroyed()) writeWindowNote(path, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const later = (): void => {
    timer ??= setTimeout(keep, PAUSE_MS);
  };
  window.on('move', later).on('resize', later).on('maximize', later).on('unmaximize', later);
  window.on('close', keep);
}

/** A screen may have been taken away while the window was hidden. */
export function bringIntoSight(window: BrowserWindow): void {
  const bounds = window.getNormalBounds();
  const areas = workAreas();
  if (!window.isMaximized() && !isInSight(bounds, areas)) window.setBounds(openingBounds(bounds, areas));
}

function workAreas(): WorkAreas {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main.workArea, ...others.map(({ workArea }) => workArea)];
}
