import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import { ok } from '#shared/lib/result.ts';
import { translator } from '#shared/i18n/translate.ts';
import { changed, test } from '../stories/story-page.ts';
import { oldJpegTiffs } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import * as hostile from '#test/support/hostile/hostile-originals.ts';

const t = translator('en');
const DRAWN = '[data-drawn=true]';
const SAMPLES = `${import.meta.dirname}/../../../support/conversions`;

/** Whether the middle of a rectangle of this colour is drawn where the page has it: black, red, blue and green on white. */
async function coloursIn(page: Page): Promise<readonly string[]> {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('no frame');
  return frame.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray(4);
    const seen = new Map<string, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const name = [0, 1, 2].map((part) => ((pixels[at + part] ?? 0) > 127 ? '1' : '0')).join('');
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    return [...seen]
      .filter(([, count]) => count > pixels.length / 4 / 200)
      .map(([name]) => name)
      .toSorted();
  });
}

const ALL = ['000', '001', '010', '100', '111'];
const OLD_JPEG = 'old JPEG in strips';
const bytesOf = (file: string) => (file === OLD_JPEG ? oldJpegTiffs()['strips with one header'] : readFileSync(`${SAMPLES}/${file}`));
const PAGES = [
  ['deflate.tiff', 'SCN_0090.tiff', ALL],
  ['lzw.tiff', 'SCN_0090.tiff', ALL],
  ['jpeg-ycc.tiff', 'SCN_0090.tiff', ALL],
  [OLD_JPEG, 'SCN_0090.tiff', ALL],
  ['planar.tiff', 'SCN_0090.tiff', ALL],
  ['sixteen-be.tiff', 'SCN_0090.tiff', ALL],
  ['tiled.tiff', 'SCN_0090.tiff', ALL],
  ['turned-6.tiff', 'SCN_0090.tiff', ALL],
  ['g4.tiff', 'SCN_0090.tiff', ['000', '111']],
  ['g3-2d.tiff', 'SCN_0090.tiff', ['000', '111']],
  ['photo.heic', 'IMG_2240.heic', ALL],
  ['preview.avif', 'Ticket taxi.avif', ALL],
] as const;

for (const [file, name, colours] of PAGES) {
  test(`what the browser cannot draw is drawn in the frame: ${file}`, async ({ page, openState, complaints }) => {
    const state = changed('conversions', {});
    state.bytes = () => ok(bytesOf(file));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openState(state, '/documents');
    const own = new URL(page.url()).origin;
    await page.getByRole('row').filter({ hasText: name }).click();
    await page.getByRole('complementary').locator(DRAWN).waitFor();
    expect(await coloursIn(page)).toEqual(colours);
    expect(asked.filter((url) => !url.startsWith(`${own}/`) && !url.startsWith('blob:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('all pages of a TIFF can be looked at', async ({ page, openStory }) => {
  await openStory('conversions', { place: '/documents' });
  await page.getByRole('row').filter({ hasText: 'SCN_0090.tiff' }).click();
  const panel = page.getByRole('complementary');
  await panel.locator(DRAWN).waitFor();
  const first = await coloursIn(page);
  await panel.getByRole('button', { name: t('preview.next') }).click();
  await expect(panel.getByText(t('preview.page-of', { page: 2, pages: 3 }))).toBeVisible();
  await panel.locator(DRAWN).waitFor();
  expect([first, await coloursIn(page)]).toEqual([ALL, ['000', '111']]);
});

test('a file that is too large to be sent is shown all the same, and one that is too large for that says what to do', async ({
  page,
  openState,
}) => {
  const state = changed('conversions', {});
  const scan = readFileSync(sampleFiles.threePages.path);
  // As many bytes as a scanner that is set to 600 dpi writes; the end stays at the end.
  const end = scan.lastIndexOf('startxref');
  const bytes = Buffer.concat([scan.subarray(0, end), Buffer.alloc(14_000_000, ' '), scan.subarray(end)]);
  state.bytes = () => ok(bytes);
  const host = await openState(state, '/documents');
  const panel = page.getByRole('complementary');
  const row = page.getByRole('row').filter({ hasText: 'Relevé scanné.pdf' });
  await row.click();
  await panel.locator(DRAWN).waitFor();
  await expect(panel.getByText(t('preview.page-of', { page: 1, pages: 3 }))).toBeVisible();
  host.state.items = state.items.map((item) => (item.name === 'Relevé scanné.pdf' ? { ...item, bytes: SHOWN_BYTES_MAX + 1 } : item));
  await page.reload();
  await row.click();
  await expect(panel.getByText(t('preview.none.unread'))).toBeVisible();
});

const DAMAGED = t('preview.none.damaged');
const BROKEN = t('preview.broken');
const TOO_LARGE = t('preview.none.too-large');
/** `null`: what is left of it is shown. */
const HOSTILE = [
  ['SCN_0090.tiff', 'endlessTiff', hostile.endlessTiff, DAMAGED],
  ['SCN_0090.tiff', 'hugeTiff', hostile.hugeTiff, TOO_LARGE],
  ['SCN_0090.tiff', 'swellingTiff', hostile.swellingTiff, null],
  ['SCN_0090.tiff', 'jpegBombTiff', hostile.jpegBombTiff, null],
  ['SCN_0090.tiff', 'noisyTiff', hostile.noisyTiff, null],
  ['IMG_2240.heic', 'cutHeic', hostile.cutHeic, BROKEN],
  ['IMG_2240.heic', 'hugeHeic', hostile.hugeHeic, TOO_LARGE],
  ['IMG_2240.heic', 'noisyHeic', hostile.noisyHeic, DAMAGED],
  ['Ticket taxi.avif', 'hugeAvif', hostile.hugeAvif, TOO_LARGE],
] as const;

for (const [name, what, make, said] of HOSTILE) {
  test(`a hostile file leaves the window alive, and calls nobody: ${what}`, async ({ page, openState, complaints }) => {
    const state = changed('conversions', {});
    const [bytes, good] = [make(), state.bytes];
    state.bytes = (item) => (item.name === name ? ok(bytes) : (good?.(item) ?? ok(bytes)));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openState(state, '/documents');
    const own = new URL(page.url()).origin;
    const panel = page.getByRole('complementary');
    await page.getByRole('row').filter({ hasText: name }).click();
    await (said === null ? panel.locator(DRAWN).waitFor() : expect(panel.getByText(said)).toBeVisible({ timeout: 30_000 }));
    await page.getByRole('row').filter({ hasText: 'Ticket essence.webp' }).click();
    await panel.locator(DRAWN).waitFor();
    expect(asked.filter((url) => !url.startsWith(`${own}/`) && !url.startsWith('blob:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
