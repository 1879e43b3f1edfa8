import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { changed, type OpenState, type StoryChange, test } from './stories/story-page.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import * as hostile from '#test/support/hostile/hostile-files.ts';

const REFUSED = 'Facture Métro 8812.pdf';
const DRAWN = '[data-drawn=true]';

type Opening = { readonly page: Page; readonly openState: OpenState };

/** Opens the panel of a document with these bytes, and records where the page sends requests. */
async function look({ page, openState }: Opening, bytes: Buffer | null, change: StoryChange & { readonly mediaType?: string } = {}) {
  const state = changed('every state', change);
  state.items = state.items.map((item) => ({ ...item, mediaType: change.mediaType ?? 'application/pdf' }));
  if (bytes !== null) state.bytes = () => ok(bytes);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const host = await openState(state, '/documents');
  const own = new URL(page.url()).origin;
  await page.getByRole('row', { name: REFUSED }).click();
  return { host, away: () => asked.filter((url) => !url.startsWith(`${own}/`) && !url.startsWith('blob:')) };
}

for (const language of ['en', 'fr'] as const) {
  test(`a person pages through a scan, sizes and turns it, and comes back, in ${language}`, async ({ page, openState, complaints }) => {
    const t = translator(language);
    const { away } = await look({ page, openState }, null, { language });
    const panel = page.getByRole('complementary');
    await panel.locator(DRAWN).waitFor();
    await panel.getByRole('button', { name: t('preview.next') }).click();
    await expect(panel.getByText(t('preview.page-of', { page: 2, pages: 3 }))).toBeVisible();
    const enlarge = panel.getByRole('button', { name: t('preview.enlarge-name', { name: REFUSED }) });
    await enlarge.click();
    const full = page.getByRole('dialog');
    await full.locator(DRAWN).waitFor();
    // It opens at the page that was being looked at.
    await expect(full.getByText(t('preview.page-of', { page: 2, pages: 3 }))).toBeVisible();
    const paper = full.getByRole('img');
    const whole = await paper.boundingBox();
    await full.getByRole('button', { name: t('preview.fit-width') }).click();
    await expect.poll(async () => (await paper.boundingBox())?.width).toBeGreaterThan((whole?.width ?? 0) * 1.5);
    await page.keyboard.press('0');
    await expect.poll(async () => Math.round((await paper.boundingBox())?.width ?? 0)).toBe(Math.round(whole?.width ?? 0));
    await page.keyboard.press('r');
    await expect.poll(async () => ((await paper.boundingBox())?.width ?? 0) > ((await paper.boundingBox())?.height ?? 0)).toBe(true);
    await page.keyboard.press('End');
    await expect(full.getByText(t('preview.page-of', { page: 3, pages: 3 }))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(full).toBeHidden();
    await expect(enlarge).toBeFocused();
    expect(away()).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('nothing below the preview moves while it is loaded', async ({ page, openState }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route(/small-preview|preview\/frame/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await look({ page, openState }, null);
  const story = page.getByRole('complementary').getByRole('heading', { name: translator('en')('document.history') });
  await expect(page.getByText(translator('en')('preview.loading'))).toBeVisible();
  const before = await story.boundingBox();
  isHeld = false;
  for (const go of held) go();
  await page.locator(DRAWN).waitFor();
  await page.getByRole('button', { name: translator('en')('preview.enlarge-name', { name: REFUSED }) }).waitFor();
  expect(await story.boundingBox()).toEqual(before);
});

test('the wheel with Ctrl sizes the page and not the window', async ({ page, openState }) => {
  await look({ page, openState }, null);
  await page.locator(DRAWN).waitFor();
  await page.getByRole('button', { name: /Enlarge/ }).click();
  const paper = page.getByRole('dialog').getByRole('img');
  await page.getByRole('dialog').locator(DRAWN).waitFor();
  const before = (await paper.boundingBox())?.width ?? 0;
  await paper.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await paper.boundingBox())?.width).toBeGreaterThan(before * 1.05);
  expect(await page.evaluate(() => window.devicePixelRatio)).toBe(1);
});

for (const mediaType of ['image/jpeg', 'image/png', 'image/bmp']) {
  test(`a picture is shown too: ${mediaType}`, async ({ page, openState, complaints }) => {
    const { away } = await look({ page, openState }, null, { mediaType });
    await page.locator(DRAWN).waitFor();
    expect(await inkIn(page)).toBeGreaterThan(0.002);
    expect([away(), complaints]).toEqual([[], []]);
  });
}

test('what is drawn is the page, and not only white', async ({ page, openState }) => {
  await look({ page, openState }, null);
  await page.locator(DRAWN).waitFor();
  expect(await inkIn(page)).toBeGreaterThan(0.002);
});

/** The dark share of what was drawn. */
async function inkIn(page: Page): Promise<number> {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('no frame');
  return frame.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray(4);
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128) dark += 1;
    return dark / (pixels.length / 4);
  });
}

test('the page that draws has no origin, no network, and no way to the engine', async ({ page, openState }) => {
  await look({ page, openState }, null);
  await page.locator(DRAWN).waitFor();
  const frame = page.frames()[1];
  const tried = await frame?.evaluate(async () => {
    // It runs in the page, where nothing of this file exists.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const refused = async (act: () => unknown) => {
      try {
        await act();
        return false;
      } catch {
        return true;
      }
    };
    return {
      origin: self.origin,
      fetch: await refused(() => fetch('/rpc/overview', { method: 'POST' })),
      elsewhere: await refused(() => fetch('http://198.51.100.7/')),
      socket: await refused(
        () => new Promise((open, no) => Object.assign(new WebSocket('ws://127.0.0.1:1/'), { onopen: open, onerror: no })),
      ),
      parent: await refused(() => parent.document.title),
      storage: await refused(() => localStorage.length),
      cookie: await refused(() => document.cookie),
      // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
      code: await refused(() => new Function('return 1')()),
    };
  });
  const { origin, ...rest } = tried ?? { origin: '' };
  expect(origin).toBe('null');
  expect(Object.entries(rest).filter(([, isRefused]) => !isRefused)).toEqual([]);
});

const SHOWN = { acting: hostile.acting, fetching: hostile.fetching, hugeBox: hostile.hugeBox, thinAsHair: hostile.thinAsHair } as const;
const ALSO_SHOWN = { brokenTable: hostile.brokenTable, manyPages: hostile.manyPages, deepTree: hostile.deepTree } as const;
const MAYBE = { endlessTree: hostile.endlessTree, jpegBombInside: hostile.jpegBombInside, noise: hostile.noise } as const;

for (const [name, make] of Object.entries({ ...SHOWN, ...ALSO_SHOWN, ...MAYBE })) {
  test(`a hostile PDF leaves the window alive and calls nobody: ${name}`, async ({ page, openState, complaints }) => {
    test.slow();
    const { away } = await look({ page, openState }, make());
    const panel = page.getByRole('complementary');
    const said = panel.getByText('No preview').or(panel.getByText('cannot be shown'));
    await expect(panel.locator(DRAWN).or(said).first()).toBeVisible({ timeout: 90_000 });
    if (!(name in MAYBE)) await expect(said).toBeHidden();
    await staysAlive(page);
    expect([away(), complaints]).toEqual([[], []]);
  });
}

test('a PDF that draws without end is given up, and the window stays alive meanwhile', async ({ page, openState }) => {
  // It waits for the frame's time-out, twice, and both are longer on a busy machine.
  test.slow();
  const { away } = await look({ page, openState }, hostile.endlessDrawing());
  const panel = page.getByRole('complementary');
  await panel.locator('iframe').waitFor();
  await staysAlive(page);
  await page.getByRole('row', { name: REFUSED }).click();
  await expect(panel.getByText('takes too long')).toBeVisible({ timeout: 120_000 });
  await expect(panel.locator('iframe')).toHaveCount(0);
  expect(away()).toEqual([]);
});

test('a picture that would fill the memory is not decoded', async ({ page, openState }) => {
  await look({ page, openState }, hostile.jpegBomb(), { mediaType: 'image/jpeg' });
  await expect(page.getByText('Its picture is too large to be shown here.')).toBeVisible();
  await staysAlive(page);
});

/** The window still responds to a user: another document opens. */
async function staysAlive(page: Page): Promise<void> {
  await page.getByRole('row', { name: 'IMG_2231.heic' }).click();
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'IMG_2231.heic' })).toBeVisible();
  await expect(page.getByRole('complementary').getByText('No preview')).toBeVisible();
}

test('what was changed, is gone or cannot be shown says so in words', async ({ page, openState }) => {
  const { host } = await look({ page, openState }, Buffer.from('%PDF-'), {});
  await expect(page.getByText('It is damaged, or not written as it should be.')).toBeVisible();
  for (const [fault, words] of [
    ['changed', 'The file was changed afterwards'],
    ['gone', 'The file is not where it was'],
  ] as const) {
    host.state.bytes = () => fail(fault);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: REFUSED }).click();
    await expect(page.getByText(words)).toBeVisible();
  }
});

test('nothing of pdf.js is loaded before a document is opened', async ({ page, openState }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openState(changed('every state', {}), '/documents');
  await page.getByRole('row', { name: REFUSED }).waitFor();
  const ofViewer = () => asked.filter((path) => /pdf|small-preview|\/main-/.test(path));
  expect(ofViewer()).toEqual([]);
  await page.getByRole('row', { name: REFUSED }).click();
  await expect.poll(ofViewer).not.toEqual([]);
});

const CUT = 'Page coupée.png';
/** It is among the last of the list, of which only the rows in sight exist. */
const TALL = { width: 1280, height: 1600 };

/** An unfit file as intake finds it: only its problem says what it is. */
function unfit(state: ReturnType<typeof changed>, problem: Problem): void {
  state.items = state.items.map((item) =>
    item.name === CUT ? { ...item, mediaType: null, state: { kind: 'unfit', by: 'intray', problem } } : item,
  );
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`what is called damaged is shown as far as the viewer can, and said not to be where it cannot, in ${language}`, async ({
    page,
    openState,
  }) => {
    await page.setViewportSize(TALL);
    const state = changed('every state', { language });
    unfit(state, { kind: 'damaged', found: 'pdf' });
    const whole = readFileSync(sampleFiles.threePages.path);
    let bytes: Uint8Array = whole.subarray(0, whole.lastIndexOf('startxref'));
    state.bytes = () => ok(bytes);
    await openState(state, '/documents');
    const panel = page.getByRole('complementary');
    await page.getByRole('row', { name: CUT }).click();
    await expect(panel.getByText(t('preview.page-of', { page: 1, pages: 3 }))).toBeVisible();
    await panel.locator(DRAWN).waitFor();
    bytes = Buffer.from('%PDF-1.7\nand then nothing that anybody could show');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: CUT }).click();
    await expect(panel.getByText(t('preview.none.damaged'))).toBeVisible();
    await expect(panel.getByText(t('preview.none.failed'))).toBeHidden();
  });

  test(`a PDF without pages says so in place of a preview, in ${language}`, async ({ page, openState }) => {
    await page.setViewportSize(TALL);
    const state = changed('every state', { language });
    unfit(state, { kind: 'blank' });
    await openState(state, '/documents');
    const panel = page.getByRole('complementary');
    await page.getByRole('row', { name: CUT }).click();
    await expect(panel.getByText(t('problem.blank.what'))).toBeVisible();
    await expect(panel.getByText(t('preview.none.no-pages'))).toBeVisible();
  });
}

test('a picture without its end is shown as far as it goes', async ({ page, openState }) => {
  await page.setViewportSize(TALL);
  const state = changed('every state', {});
  unfit(state, { kind: 'damaged', found: 'jpeg' });
  state.bytes = () => ok(readFileSync(sampleFiles.cutJpeg.path));
  await openState(state, '/documents');
  await page.getByRole('row', { name: CUT }).click();
  await page.getByRole('complementary').locator(DRAWN).waitFor();
});
