import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pictureSize } from '#renderer/preview/frame/picture-size.ts';
import { jpegBomb } from '#test/support/hostile/hostile-files.ts';
import { hugeAvif } from '#test/support/hostile/hostile-originals.ts';
import { zoomStep } from '#renderer/preview/full-preview.tsx';
import { isInDoubt, remarkText, withheldText } from '#renderer/document/conversion/remark-text.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { type Remark, UNSURE_ABOUT } from '#shared/domain/item/conversion/remark.ts';
import { translator } from '#shared/i18n/translate.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { anItem } from '#test/unit/shared/domain/items.ts';
import { faultOf, mediaTypeToDraw, whyUnshown } from '#renderer/preview/showable.ts';

const sample = (name: string): Uint8Array => readFileSync(`${import.meta.dirname}/../../support/files/${name}`);

const header = (chunk: string, hex: string) => Buffer.concat([Buffer.from(`RIFF0000WEBP${chunk}0000`), Buffer.from(hex, 'hex')]);

describe('the size that a picture says it has', () => {
  it.each(['ticket-de-parking.jpg', 'note-de-restaurant.png', 'recu-de-timbres.bmp'])('is read from %s without decoding it', (name) => {
    const size = pictureSize(sample(name));
    expect(size?.width).toBeGreaterThan(300);
    expect(size?.height).toBeGreaterThan(300);
    expect(size?.width).toBeLessThan(2_000);
  });

  it('is read from each kind of WebP', () => {
    expect(pictureSize(sample('photo.webp'))).toEqual({ width: 1, height: 1 });
    const lossy = readFileSync(`${import.meta.dirname}/../../e2e/window/stories/ticket.webp`);
    const { width = 0, height = 0 } = pictureSize(lossy) ?? {};
    expect([width, height]).toEqual([403, 576]);
    // 400 × 300 in 14 bits each, less one; the same in 24 bits each.
    expect(pictureSize(header('VP8L', '2f8fc14a00000000000000'))).toEqual({ width: 400, height: 300 });
    expect(pictureSize(header('VP8X', '000000008f01002b010000'))).toEqual({ width: 400, height: 300 });
    expect(pictureSize(header('VP9 ', '000000008f01002b010000'))).toBeNull();
  });

  it('is read from an AVIF, also cut at any place', () => {
    const avif = readFileSync(`${import.meta.dirname}/../../support/conversions/preview.avif`);
    expect(pictureSize(avif)).toEqual({ width: 200, height: 280 });
    for (let end = 0; end < avif.length; end += 1) pictureSize(avif.subarray(0, end));
    expect(pictureSize(avif.subarray(0, 200))).toBeNull();
  });

  it('is told of a few hundred bytes that would fill the memory', () => {
    expect(pictureSize(hugeAvif())).toEqual({ width: 65_000, height: 65_000 });
    expect(pictureSize(jpegBomb())).toEqual({ width: 0xffdc, height: 0xffdc });
  });

  it('is not there in what is cut short or is no picture, and reading it comes to an end', () => {
    const jpeg = sample('ticket-de-parking.jpg');
    for (let end = 0; end < 400; end += 1) pictureSize(jpeg.subarray(0, end));
    expect(pictureSize(new Uint8Array(0))).toBeNull();
    expect(pictureSize(new Uint8Array([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))).toBeNull();
    expect(pictureSize(Buffer.from('%PDF-1.7 and so on, for some bytes'))).toBeNull();
  });
});

describe('a step of the zoom', () => {
  it('goes to the next round size from wherever it was', () => {
    expect([zoomStep(1, 1), zoomStep(1, -1), zoomStep(0.61, 1), zoomStep(0.61, -1)]).toEqual([1.25, 0.9, 0.67, 0.5]);
  });

  it('does not stop at a size that looks the same', () => {
    expect(zoomStep(0.995, 1)).toBe(1.25);
  });

  it('stays where it is at either end', () => {
    expect([zoomStep(4, 1), zoomStep(0.1, -1), zoomStep(9, 1)]).toEqual([4, 0.1, 9]);
  });
});

const AGAINST: readonly Remark[] = [
  { kind: 'damaged' },
  { kind: 'one-of', pictures: 3 },
  ...UNSURE_ABOUT.map((about): Remark => ({ kind: 'unsure', about })),
];

describe.each(['en', 'fr'] as const)('what to know of a version: %s', (language) => {
  const i18n = { t: translator(language) } as I18n;

  it('is a sentence of its own for each remark, with what the person can do', () => {
    const texts = [...AGAINST, { kind: 'actions-removed' } as const].map((remark) => remarkText(remark, i18n));
    expect(new Set(texts.map(({ what }) => what)).size).toBe(texts.length);
    for (const { what, next } of texts) expect([what, next].every((text) => text.endsWith('.'))).toBe(true);
    expect(remarkText({ kind: 'one-of', pictures: 3 }, i18n).what).toContain('3');
  });

  it('is said once for each reason why it was not sent, and never that programs were taken out', () => {
    const said = withheldText([{ kind: 'actions-removed' }, { kind: 'damaged' }, { kind: 'damaged', part: 1 }], i18n);
    expect(said).toBe(i18n.t('conversion.withheld.damaged'));
    for (const remark of AGAINST) expect(withheldText([remark], i18n)).not.toBe('');
  });
});

it('a version is in doubt where some of it may be missing unseen, not where other pictures are left out', () => {
  expect(AGAINST.filter((remark) => isInDoubt([remark])).map(({ kind }) => kind)).toEqual([
    'damaged',
    'unsure',
    'unsure',
    'unsure',
    'unsure',
  ]);
  expect(isInDoubt([{ kind: 'actions-removed' }])).toBe(false);
  expect(isInDoubt(undefined)).toBe(false);
});

const unfit = (problem: Problem) => anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem } satisfies ItemState });

describe('a preview of a file that cannot be sent', () => {
  it('is tried where it is called damaged, as what it was found to be', () => {
    for (const found of ['pdf', 'jpeg', 'png', 'bmp'] as const) {
      const item = unfit({ kind: 'damaged', found });
      expect([whyUnshown(item), mediaTypeToDraw(item)]).toEqual([null, found === 'pdf' ? 'application/pdf' : `image/${found}`]);
    }
  });

  it('is not tried where there is nothing to show, and says why', () => {
    expect(whyUnshown(unfit({ kind: 'blank' }))).toBe('no-pages');
    expect(whyUnshown(unfit({ kind: 'password' }))).toBe('password');
    expect(whyUnshown(unfit({ kind: 'not-taken', found: 'office' }))).toBe('kind');
    expect(whyUnshown({ ...unfit({ kind: 'damaged', found: 'pdf' }), sha256: null })).toBe('unread');
  });

  it('is tried of what the frame draws although the service does not take it, also once a version of it was sent', () => {
    for (const found of ['webp', 'avif', 'tiff', 'heic'] as const) {
      const item = unfit({ kind: 'not-taken', found });
      expect([whyUnshown(item), mediaTypeToDraw(item)]).toEqual([null, `image/${found}`]);
    }
    const conversion = { sha256: 'cd'.repeat(32), bytes: 9, mediaType: 'application/pdf', pages: 1, from: 'tiff', tools: 'x' } as const;
    expect([whyUnshown(anItem({ conversion })), mediaTypeToDraw(anItem({ conversion }))]).toEqual([null, 'image/tiff']);
  });

  it('does not say that the document is not affected', () => {
    expect(faultOf(unfit({ kind: 'damaged', found: 'pdf' }), 'failed')).toBe('damaged');
    expect(faultOf(anItem(), 'failed')).toBe('failed');
  });
});
