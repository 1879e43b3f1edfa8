import { readFileSync } from 'node:fs';
import type { BytesFault } from '#shared/app-api/preview.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { conversionOf } from '#test/support/window/window-conversion.ts';
import type { WindowState } from '#test/support/window/window-state.ts';
import { accepted, storyItem, unfit } from './story-items.ts';

/** Files that can be converted, and some that were. */
function convertible(): readonly Item[] {
  const sent = { conversion: conversionOf('tiff'), sentName: 'Facture loyer.pdf', state: accepted(64) };
  return [
    { name: 'SCN_0090.tiff', agoMs: 5 * MINUTE_MS, ...notTaken('tiff') },
    { name: 'IMG_2240.heic', agoMs: 20 * MINUTE_MS, ...notTaken('heic') },
    { name: 'Ticket taxi.avif', agoMs: 40 * MINUTE_MS, ...notTaken('avif') },
    { name: 'Ticket essence.webp', agoMs: HOUR_MS, ...notTaken('webp') },
    { name: 'Relevé scanné.pdf', agoMs: 2 * HOUR_MS, ...tooLarge },
    { name: 'Relevé protégé.pdf', agoMs: 2.5 * HOUR_MS, mediaType: null, state: unfit({ kind: 'password' }) },
    {
      name: 'Devis ancien.tif',
      mediaType: null,
      agoMs: 3 * HOUR_MS,
      state: { kind: 'aside', why: 'user', unfit: unfit({ kind: 'not-taken', found: 'tiff' }) },
    },
    { name: 'Facture loyer.tiff', agoMs: 26 * HOUR_MS, ...sent },
    { name: 'Facture eau.tiff', agoMs: 30 * HOUR_MS, mediaType: null, sentElsewhere: true, state: accepted(65) },
  ].map(({ name, agoMs, state, ...more }, at) => storyItem(60 + at, { name, agoMs, state, more }));
}

/** In a folder that is set to convert by itself: one that is to be converted, and one that was. */
function byFolder(): readonly Item[] {
  const conversion = { ...conversionOf('heic'), by: 'folder' } as const;
  return [
    storyItem(70, {
      name: 'SCN_0094.tiff',
      agoMs: MINUTE_MS,
      state: { kind: 'waiting', dueAt: 0, last: null },
      more: { mediaType: null, toConvert: 'tiff' },
    }),
    storyItem(71, { name: 'IMG_2250.heic', agoMs: 26 * HOUR_MS, state: accepted(71), more: { conversion, sentName: 'IMG_2250.jpg' } }),
  ];
}

function because(found: 'tiff' | 'heic', remark: Remark) {
  return { state: { ...unfit({ kind: 'not-taken', found }), kind: 'unfit', withheld: [remark] } as const, more: { mediaType: null } };
}

/** Two of such a folder that a user has to see first. */
function withheld(): readonly Item[] {
  return [
    storyItem(72, { name: 'SCN_0095.tiff', agoMs: MINUTE_MS, ...because('tiff', { kind: 'damaged' }) }),
    storyItem(73, { name: 'IMG_2251.heic', agoMs: 2 * MINUTE_MS, ...because('heic', { kind: 'one-of', pictures: 3 }) }),
  ];
}

/** Purchases are converted by themselves, photos and TIFF. */
function converting(state: WindowState): WindowState {
  const { now } = state.overview;
  const converts = { photos: now, tiff: now, 'too-large': null };
  const folders = state.overview.folders.map((folder, at) => (at === 0 ? { ...folder, converts } : folder));
  return { ...state, overview: { ...state.overview, folders } };
}

const FILES: Readonly<Record<string, string>> = {
  tiff: `${import.meta.dirname}/../../../support/conversions/three-mixed.tiff`,
  tif: `${import.meta.dirname}/../../../support/conversions/g4.tiff`,
  heic: `${import.meta.dirname}/../../../support/conversions/photo.heic`,
  avif: `${import.meta.dirname}/../../../support/conversions/preview.avif`,
  webp: `${import.meta.dirname}/ticket.webp`,
};

/** What lies behind them. */
function bytesOf({ name }: Item): Result<Uint8Array, BytesFault> {
  const path = FILES[name.slice(name.lastIndexOf('.') + 1)];
  return path === undefined ? fail('gone') : ok(readFileSync(path));
}

/** The same window with each thing that a conversion can come to. */
export function conversionStories(shown: (items: readonly Item[]) => WindowState) {
  const state = (): WindowState => ({ ...shown(convertible()), bytes: bytesOf });
  return {
    conversions: state,
    'conversion under way': () => ({ ...state(), conversion: 'slow' as const }),
    'conversion of too many pages': () => ({ ...state(), conversion: 'too-many-pages' as const }),
    'conversion that failed': () => ({ ...state(), conversion: 'broken' as const }),
    'conversion of a damaged file': () => ({ ...state(), remarks: [{ kind: 'damaged' }, { kind: 'unsure', about: 'pages' }] as const }),
    'conversion of several pictures': () => ({
      ...state(),
      remarks: [
        { kind: 'one-of', pictures: 3 },
        { kind: 'unsure', about: 'content' },
      ] as const,
    }),
    'conversion of a PDF with programs': () => ({ ...state(), remarks: [{ kind: 'actions-removed' }] as const }),
    'converted, but not sent': () => ({ ...converting(shown(withheld())), bytes: bytesOf, remarks: [{ kind: 'damaged' }] as const }),
    'converted by itself': () => converting(shown(byFolder())),
    'conversion lost': () => ({ ...state(), sendConversion: 'lost' as const }),
  };
}

function notTaken(found: string) {
  return { mediaType: null, state: unfit({ kind: 'not-taken', found }) };
}

const tooLarge = {
  mediaType: null,
  bytes: 14_700_000,
  state: unfit({ kind: 'too-large', bytes: 14_700_000, bytesMax: 5_242_880, found: 'pdf' }),
};
