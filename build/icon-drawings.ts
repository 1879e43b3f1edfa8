import type { Standing } from '#shared/domain/standing.ts';

/** The app's icon: a page goes up out of an inbox tray. Drawn on a grid of 1024. */
export function appIcon(): string {
  return svg(
    1024,
    `<defs>
      <linearGradient id="tile" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f7df0"/><stop offset="1" stop-color="#1747ad"/></linearGradient>
      <linearGradient id="tray" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#d6e4ff"/></linearGradient>
    </defs>
    <rect x="72" y="72" width="880" height="880" rx="200" fill="url(#tile)"/>
    <path d="M352 176h220l108 108v330a36 36 0 0 1-36 36H352a36 36 0 0 1-36-36V212a36 36 0 0 1 36-36z" fill="#ffffff"/>
    <path d="M572 176l108 108H596a24 24 0 0 1-24-24z" fill="#b9d0fb"/>
    <path d="M498 560V396m-76 72 76-76 76 76" fill="none" stroke="#1f5fd0" stroke-width="46" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M200 584a40 40 0 0 1 40-40h132a32 32 0 0 1 28 17l38 71a32 32 0 0 0 28 17h92a32 32 0 0 0 28-17l38-71a32 32 0 0 1 28-17h132a40 40 0 0 1 40 40v196a68 68 0 0 1-68 68H268a68 68 0 0 1-68-68z" fill="url(#tray)" stroke="#1f5fd0" stroke-width="28" stroke-linejoin="round"/>`,
  );
}

/** The sign above the tray, so that shape shows the state as well as colour. Drawn on a grid of 24. */
const SIGNS: Readonly<Record<Standing, string>> = {
  fine: '<path d="M8 7.5l3 3 5.5-6" fill="none" stroke="INK" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  working:
    '<path d="M12 12V4.5M8.5 7.7L12 4.2l3.5 3.5" fill="none" stroke="INK" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  'needs-you':
    '<path d="M12 3.5v4.6" stroke="INK" stroke-width="2.6" stroke-linecap="round"/><circle cx="12" cy="11.6" r="1.5" fill="INK"/>',
  disconnected: '<path d="M8.6 4l6.8 6.8M15.4 4l-6.8 6.8" stroke="INK" stroke-width="2.2" stroke-linecap="round"/>',
  paused: '<path d="M9.3 4v6.6M14.7 4v6.6" stroke="INK" stroke-width="2.6" stroke-linecap="round"/>',
  empty: '<path d="M12 4.4v6.2M8.9 7.5h6.2" stroke="INK" stroke-width="1.8" stroke-linecap="round"/>',
};

/** Each is readable on a light and on a dark panel, with white ink. */
const TILES: Readonly<Record<Standing, string>> = {
  fine: '#1c7c4a',
  working: '#1f5fd0',
  'needs-you': '#b45309',
  disconnected: '#b3261e',
  paused: '#5b6470',
  empty: '#3f6fb5',
};

const TRAY =
  '<path d="M4.5 14.6a.9.9 0 0 1 .9-.9h2.9a.8.8 0 0 1 .7.4l.8 1.4a.8.8 0 0 0 .7.4h3a.8.8 0 0 0 .7-.4l.8-1.4a.8.8 0 0 1 .7-.4h2.9a.9.9 0 0 1 .9.9v3.7a1.7 1.7 0 0 1-1.7 1.7H6.2a1.7 1.7 0 0 1-1.7-1.7z" fill="INK"/>';

/** For the panels of Windows and Linux: white on a tile in the standing's colour. */
export function colourTrayIcon(standing: Standing): string {
  return svg(24, `<rect x="0.5" y="0.5" width="23" height="23" rx="5.5" fill="${TILES[standing]}"/>${SIGNS[standing]}${TRAY}`, '#ffffff');
}

/** macOS colours template images itself: only their opacity counts. */
export function templateTrayIcon(standing: Standing): string {
  return svg(24, `<g transform="translate(-1.2 -1.2) scale(1.1)">${SIGNS[standing]}${TRAY}</g>`, '#000000');
}

function svg(grid: number, body: string, ink = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}" width="100%" height="100%">${body.replaceAll('INK', ink)}</svg>`;
}
