// Draws every icon of the app into build/icons: `npm run icons`. The files are committed; run it after changing a drawing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { STANDINGS } from '#shared/domain/standing.ts';
import { appIcon, colourTrayIcon, templateTrayIcon } from './icon-drawings.ts';
import { icnsFile, icoFile } from './icon-files.ts';

const FOLDER = 'build/icons';
const APP_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256, 512, 1024];
/** Sizes in the folder of Linux icons. */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
/** Small, medium and large at a scale of 100 to 250 percent. */
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 256];
/** For the notification area at a scale of 100 to 400 percent: Electron picks the screen's size from a .ico, but not from a PNG. */
const WINDOWS_TRAY_SIZES = [16, 20, 24, 28, 32, 40, 48, 64];

mkdirSync(`${FOLDER}/app`, { recursive: true });
mkdirSync(`${FOLDER}/tray`, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
await drawApp(page);
await drawTray(page);
await browser.close();

async function drawApp(on: Page): Promise<void> {
  const sizes = [];
  for (const pixels of APP_SIZES) sizes.push({ pixels, png: await draw(on, appIcon(), pixels) });
  // electron-builder reads a Linux icon's size from its name.
  for (const { pixels, png } of sizes) if (LINUX_SIZES.includes(pixels)) writeFileSync(`${FOLDER}/app/${pixels}x${pixels}.png`, png);
  writeFileSync(`${FOLDER}/icon.ico`, icoFile(sizes.filter(({ pixels }) => WINDOWS_SIZES.includes(pixels))));
  writeFileSync(`${FOLDER}/icon.icns`, icnsFile(sizes));
}

async function drawTray(on: Page): Promise<void> {
  for (const standing of STANDINGS) {
    const colour = colourTrayIcon(standing);
    const sizes = [];
    for (const pixels of WINDOWS_TRAY_SIZES) sizes.push({ pixels, png: await draw(on, colour, pixels) });
    writeFileSync(`${FOLDER}/tray/${standing}.ico`, icoFile(sizes));
    // macOS draws 16 points, most Linux panels 22 to 24; `@2x` is for high-resolution screens.
    const pictures = [
      { name: `${standing}-24`, drawing: colour, pixels: 24 },
      { name: `${standing}-Template`, drawing: templateTrayIcon(standing), pixels: 16 },
    ];
    for (const { name, drawing, pixels } of pictures) {
      writeFileSync(`${FOLDER}/tray/${name}.png`, await draw(on, drawing, pixels));
      writeFileSync(`${FOLDER}/tray/${name}@2x.png`, await draw(on, drawing, pixels * 2));
    }
  }
}

async function draw(on: Page, drawing: string, pixels: number): Promise<Buffer> {
  await on.setViewportSize({ width: pixels, height: pixels });
  await on.setContent(`<style>html,body{margin:0;background:transparent}svg{display:block}</style>${drawing}`);
  return on.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: pixels, height: pixels } });
}
