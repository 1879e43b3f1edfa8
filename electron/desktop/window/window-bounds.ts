import type { Rectangle } from 'electron/main';

/** The parts of the screens that the system's own bars leave free, the primary screen first. */
export type WorkAreas = readonly [Rectangle, ...Rectangle[]];

/** Large enough for list and document side by side, with some margin. */
const USUAL = { width: 1280, height: 800 };
/** Below this, the page is cut off. On a smaller screen, the window is as large as the screen allows. */
export const SMALLEST = { width: 480, height: 400 };
/** This much of the window's upper edge has to be visible, or nobody can drag it. */
const HANDLE = { width: 100, height: 40 };

/** Where a window that was at `kept` opens: there, as far as that is on a screen that exists now; otherwise in the centre of the primary one. */
export function openingBounds(kept: Rectangle | null, areas: WorkAreas): Rectangle {
  const [main] = areas;
  if (kept === null) return centred(USUAL, main);
  const area = mostOf(kept, areas);
  return area === null ? centred(kept, main) : within(kept, area);
}

/** Whether the window's upper edge is visible and can be dragged. */
export function isInSight(bounds: Rectangle, areas: WorkAreas): boolean {
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
