import { existsSync, readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { trayIconPath } from '#electron/desktop/tray-icon.ts';
import { STANDINGS } from '#shared/domain/standing.ts';

const FOLDER = 'build/icons';
const png = (path: string) => PNG.sync.read(readFileSync(path));

describe('the icons', () => {
  it.each(['linux', 'win32', 'darwin'] as const)('tell each standing apart in the tray of %s, also on a fine screen', (platform) => {
    const pictures = STANDINGS.map((standing) => {
      const path = trayIconPath(standing, { folder: `${FOLDER}/tray`, platform });
      const picture = png(path);
      expect(png(path.replace('.png', '@2x.png')).width).toBe(picture.width * 2);
      return picture;
    });
    // By shape: what is left when a person sees no colour.
    const shapes = pictures.map(({ data }) =>
      Buffer.from(data.filter((_, at) => at % 4 === (platform === 'darwin' ? 3 : 2))).toString('hex'),
    );
    expect(new Set(shapes).size).toBe(STANDINGS.length);
  });

  it('of macOS are templates: black, and clear where nothing is', () => {
    const { data } = png(`${FOLDER}/tray/fine-Template.png`);
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 4));
    expect(pixels.every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true);
    expect(pixels.some((pixel) => pixel[3] === 0)).toBe(true);
  });

  it('of the app come in every size that the systems ask for', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) expect(png(`${FOLDER}/app/${size}x${size}.png`).width).toBe(size);
    expect(existsSync(`${FOLDER}/icon.ico`)).toBe(true);
  });

  it('of Windows hold pictures at the places that the table names', () => {
    const ico = readFileSync(`${FOLDER}/icon.ico`);
    const widths = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
      const entry = 6 + 16 * at;
      const start = ico.readUInt32LE(entry + 12);
      const picture = PNG.sync.read(ico.subarray(start, start + ico.readUInt32LE(entry + 8)));
      expect(picture.width % 256).toBe(ico.readUInt8(entry));
      return picture.width;
    });
    expect(widths).toEqual([16, 24, 32, 48, 64, 128, 256]);
  });

  it('of macOS fill their file block by block', () => {
    const icns = readFileSync(`${FOLDER}/icon.icns`);
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    const types: string[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) types.push(icns.toString('latin1', at, at + 4));
    expect(types).toEqual(['ic11', 'ic12', 'ic07', 'ic08', 'ic13', 'ic09', 'ic14', 'ic10']);
    expect(icns.readUInt32BE(4)).toBe(icns.length);
  });
});
