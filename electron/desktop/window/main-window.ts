import { BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron/main';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { APP_URL } from './app-scheme.ts';
import { canvasColour } from './follow-theme.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { throttle } from '#shared/async/single-flight.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

export type MainWindowOptions = {
  readonly preload: string;
  readonly icon: string;
  /** File of the profile that stores the window's position; null: the window opens at its default position. */
  readonly note: string | null;
  /** Called with true before the window becomes visible, and with false after it is hidden or closed. */
  readonly onSight: (isThere: boolean) => void;
  /** The page crashed; `again` says whether it is reloaded. */
  readonly onCrash: (reason: string, again: boolean) => void;
};

/** With more crashes than this within the time, another reload will not help. The window is created again at the next `show`. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

/** A user who opened the window sees it by then, whatever its page does. */
const DRAWN_MS_MAX = 5 * SECOND_MS;

/**
 * The only window. Closing it hides it, since the app lives in the tray. It is created at the first `show`, and again after the system has
 * destroyed it. It becomes visible once its page is drawn, so that nobody sees an empty window.
 */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #closing = false;
  /** The page is drawn, or is no longer waited for. */
  #isDrawn = false;
  #crashes: readonly number[] = [];

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Brings the window to the front, at `place` (a fragment such as `/documents/…`) if one is given. */
  show(place: string | null = null): void {
    const window = this.#window ?? this.#make(place);
    if (window === this.#window && place !== null) void window.loadURL(addressOf(place)).catch(() => undefined);
    this.#window = window;
    if (this.#isDrawn) this.#bring(window);
  }

  /** From now on, closing destroys the window instead of hiding it. */
  letGo(): void {
    this.#closing = true;
  }

  #bring(window: BrowserWindow): void {
    this.#options.onSight(true);
    if (window.isMinimized()) window.restore();
    if (!window.isVisible()) bringIntoSight(window);
    window.show();
    window.focus();
  }

  #make(place: string | null): BrowserWindow {
    const { preload, icon, note, onSight } = this.#options;
    const { bounds, isMaximized } = openingOf(note);
    const window = new BrowserWindow({
      ...bounds,
      // On a screen smaller than that, it may be smaller.
      minWidth: Math.min(SMALLEST.width, bounds.width),
      minHeight: Math.min(SMALLEST.height, bounds.height),
      show: false,
      backgroundColor: canvasColour(),
      title: 'Intray',
      icon,
      autoHideMenuBar: true,
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
      },
    });
    this.#whenDrawn(window, () => {
      // This also shows it.
      if (isMaximized) window.maximize();
      this.#bring(window);
    });
    const colour = (): void => window.setBackgroundColor(canvasColour());
    nativeTheme.on('updated', colour);
    if (note !== null) rememberWindow(window, note);
    window.on('close', (event) => {
      if (this.#closing) return;
      event.preventDefault();
      window.hide();
    });
    window.on('hide', () => onSight(false));
    window.on('closed', () => {
      nativeTheme.off('updated', colour);
      if (this.#window === window) this.#window = null;
      onSight(false);
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#recover(window, reason));
    // A page that fails to load is a bug in the build; the engine and the tray continue without it.
    void window.loadURL(addressOf(place)).catch(() => undefined);
    return window;
  }

  #whenDrawn(window: BrowserWindow, act: () => void): void {
    this.#isDrawn = false;
    const drawn = (): void => {
      clearTimeout(late);
      if (this.#isDrawn || this.#window !== window || window.isDestroyed()) return;
      this.#isDrawn = true;
      act();
    };
    const late = setTimeout(drawn, DRAWN_MS_MAX);
    window.once('ready-to-show', drawn);
    window.once('closed', () => clearTimeout(late));
  }

  /** The engine does not run in the page: sending continued meanwhile, and the reloaded page shows the current state. */
  #recover(window: BrowserWindow, reason: string): void {
    if (this.#closing || reason === 'clean-exit' || window.isDestroyed()) return;
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    const again = this.#crashes.length <= CRASHES_MAX;
    if (again) window.webContents.reload();
    else window.destroy();
    this.#options.onCrash(reason, again);
  }
}

function addressOf(place: string | null): string {
  return place === null ? APP_URL : `${APP_URL}#${place}`;
}

/** A dragged window moves with every frame; one write afterwards is enough. */
const PAUSE_MS = 500;

type Opening = { readonly bounds: Rectangle; readonly isMaximized: boolean };

/** How the window opens: as it was left, on a screen that exists now. Without a path nothing is remembered. */
function openingOf(path: string | null): Opening {
  const note = path === null ? null : readWindowNote(path);
  return { bounds: openingBounds(note?.bounds ?? null, workAreas()), isMaximized: note?.isMaximized ?? false };
}

/** Saves the window's position shortly after it was moved, and again when it is closed. */
function rememberWindow(window: BrowserWindow, path: string): void {
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
function bringIntoSight(window: BrowserWindow): void {
  const bounds = window.getNormalBounds();
  const areas = workAreas();
  if (!window.isMaximized() && !isInSight(bounds, areas)) window.setBounds(openingBounds(bounds, areas));
}

function workAreas(): WorkAreas {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main.workArea, ...others.map(({ workArea }) => workArea)];
}

/** The window's last position and size; the size is the one it has when it is not maximised. */
type WindowNote = z.infer<typeof noteSchema>;

/** No screen is larger; a note with larger values was not written by us. */
const PX_MAX = 100_000;
const px = z.number().int().min(-PX_MAX).max(PX_MAX);
const noteSchema = z.object({
  bounds: z.object({ x: px, y: px, width: px.positive(), height: px.positive() }),
  isMaximized: z.boolean(),
});

/** Null if there is no note yet, or it is not valid. */
function readWindowNote(path: string): WindowNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** A profile that cannot be written to does not prevent work: the window only opens at an older position. */
function writeWindowNote(path: string, note: WindowNote): void {
  try {
    writeFileSync(path, JSON.stringify(note));
  } catch {
    // The engine reports the state of the disk.
  }
}

/** The parts of the screens that the system's own bars leave free, the primary screen first. */
type WorkAreas = readonly [Rectangle, ...Rectangle[]];

/** Large enough for list and document side by side, with some margin. */
const USUAL = { width: 1280, height: 800 };
/** Below this, the page is cut off. On a smaller screen, the window is as large as the screen allows. */
const SMALLEST = { width: 480, height: 400 };
/** This much of the window's upper edge has to be visible, or nobody can drag it. */
const HANDLE = { width: 100, height: 40 };

/** Where a window that was at `kept` opens: there, as far as that is on a screen that exists now; otherwise in the centre of the primary one. */
function openingBounds(kept: Rectangle | null, areas: WorkAreas): Rectangle {
  const [main] = areas;
  if (kept === null) return centred(USUAL, main);
  const area = mostOf(kept, areas);
  return area === null ? centred(kept, main) : within(kept, area);
}

/** Whether the window's upper edge is visible and can be dragged. */
function isInSight(bounds: Rectangle, areas: WorkAreas): boolean {
  const edge = { ...bounds, height: HANDLE.height };
  return areas.some(
    (area) => overlap(edge.x, edge.width, area.x, area.width) >= HANDLE.width && overlap(edge.y, edge.height, area.y, area.height) > 0,
  );
}

function mostOf(bounds: Rectangle, areas: WorkAreas): Rectangle | null {
  const seen = areas.map((area) => ({ area, size: shared(bounds, area) })).filter(({ size }) => size > 0);
  return seen.toSorted((one, other) => other.size - one.size)[0]?.area ?? null;
}

function shared(one: Rectangle, other: Rectangle): number {
  return overlap(one.x, one.width, other.x, other.width) * overlap(one.y, one.height, other.y, other.height);
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));
}

function within(bounds: Rectangle, area: Rectangle): Rectangle {
  const { width, height } = sizeIn(bounds, area);
  const x = Math.min(Math.max(bounds.x, area.x), area.x + area.width - width);
  const y = Math.min(Math.max(bounds.y, area.y), area.y + area.height - height);
  return { x, y, width, height };
}

function centred(size: Pick<Rectangle, 'width' | 'height'>, area: Rectangle): Rectangle {
  const { width, height } = sizeIn(size, area);
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
}

function sizeIn({ width, height }: Pick<Rectangle, 'width' | 'height'>, area: Rectangle) {
  return {
    width: Math.min(Math.max(width, SMALLEST.width), area.width),
    height: Math.min(Math.max(height, SMALLEST.height), area.height),
  };
}
