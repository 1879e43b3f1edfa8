import { type BrowserWindow, type Rectangle, screen } from 'electron/main';
import { StopSource } from '#shared/async/stop-source.ts';
import { throttle } from '#shared/async/throttle.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { isInSight, openingBounds, type WorkAreas } from './window-bounds.ts';
import { readWindowNote, writeWindowNote } from './window-note.ts';

/** A dragged window moves with every frame; one write afterwards is enough. */
const PAUSE_MS = 500;

export type Opening = { readonly bounds: Rectangle; readonly isMaximized: boolean };

/** How the window opens: as it was left, on a screen that exists now. Without a path nothing is remembered. */
export function openingOf(path: string | null): Opening {
  const note = path === null ? null : readWindowNote(path);
  return { bounds: openingBounds(note?.bounds ?? null, workAreas()), isMaximized: note?.isMaximized ?? false };
}

/** Saves the window's position shortly after it was moved, and again when it is closed. */
export function rememberWindow(window: BrowserWindow, path: string): void {
  const stop = new StopSource();
  const keep = (): void => {
    if (!window.isDestroyed()) writeWindowNote(path, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const moved = throttle({ clock: nodeClock(), everyMs: PAUSE_MS, edge: 'trailing', stop }, keep);
  const later = (): void => moved.call();
  window.on('move', later).on('resize', later).on('maximize', later).on('unmaximize', later);
  window.on('close', keep).on('closed', () => stop.abort());
}

/** A screen may have been disconnected while the window was hidden. */
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
