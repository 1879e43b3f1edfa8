import type { Expected } from '#shared/app-api/list/expected.ts';
import type { OtherType } from '#shared/app-api/views.ts';
import { companyIdSchema, itemIdSchema } from '#shared/domain/ids.ts';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import { HOUR_MS, MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-state.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 30);
const ago = (ms: number): number => NOW - ms;

type Told = { readonly name: string; readonly state: object; readonly agoMs: number; readonly company?: number; readonly more?: object };

/** One document for each state and each thing that can be said about it. */
export function everyState(): readonly Item[] {
  // Newest first, as the journal answers.
  return TOLD.map((told, at) => storyItem(at, told)).toSorted((one, other) => other.foundAt - one.foundAt);
}

export function manyAccepted(count: number): readonly Item[] {
  return Array.from({ length: count }, (_, at) =>
    storyItem(at, { name: `Facture ${String(count - at).padStart(4, '0')}.pdf`, agoMs: (at + 1) * 3 * HOUR_MS, state: accepted(at) }),
  );
}

/** A refusal that the user marked, and one whose correction was accepted. */
export function dealtWith(): readonly Item[] {
  return [
    { name: 'Facture Métro 8812 corrigée.pdf', agoMs: 2 * HOUR_MS, state: accepted(80), more: { replaces: storyId(181) } },
    { name: 'Facture Métro 8812.pdf', agoMs: 4 * HOUR_MS, state: dealt(81, 'correction') },
    { name: 'Devis traiteur.pdf', agoMs: 26 * HOUR_MS, state: { ...dealt(82, 'user'), rejectedAt: Date.UTC(2062, 10, 19, 9) } },
  ].map((told, at) => storyItem(80 + at, told));
}

/** The same file in both folders, once accepted as a purchase and once not sent yet. */
export function bothTypes(): readonly Item[] {
  const sale = { importType: 'sales-invoices' };
  return [
    {
      name: 'Devis toiture.pdf',
      agoMs: HOUR_MS,
      state: { kind: 'held', question: { kind: 'other-type', itemId: storyId(171) } },
      more: sale,
    },
    { name: 'Devis toiture.pdf (achat)', agoMs: 20 * HOUR_MS, state: accepted(71) },
    {
      name: 'Location salle.pdf',
      agoMs: 2 * HOUR_MS,
      state: { kind: 'held', question: { kind: 'other-type', itemId: storyId(173) } },
      more: sale,
    },
    { name: 'Location salle (achat).pdf', agoMs: 3 * HOUR_MS, state: waiting(null) },
    ...Array.from({ length: 70 }, (_, at) => ({
      name: `Facture 2025-${String(at).padStart(3, '0')}.pdf`,
      agoMs: (at + 1) * 100 * HOUR_MS,
      state: { kind: 'held', question: { kind: 'bulk-arrival' } },
    })),
  ].map((told, at) => storyItem(70 + at, told));
}

/** Three documents that wait for their notes; the first has a long name in another script. */
export function askedForNotes(): readonly Item[] {
  const names = ['Ticket péage A6.jpg', 'فاتورة رقم ١٢ عن شهر نوفمبر 2026.pdf', 'Facture Point P 2026-118.pdf'];
  const state = { kind: 'held', question: { kind: 'note' } };
  return names.map((name, at) => storyItem(70 + at, { name, agoMs: (at + 1) * MINUTE_MS, state }));
}

/** What another computer sent: questions that its results answered, files known under the other type, and files that were never seen here. */
export function toldElsewhere(): readonly Item[] {
  return [
    { name: 'Facture EDF décembre.pdf', agoMs: 2 * HOUR_MS, state: { ...accepted(90), overtook: 'question' }, more: ELSEWHERE },
    {
      name: 'Facture assurance.pdf',
      agoMs: 4 * HOUR_MS,
      state: { kind: 'refused', ...result(91), reason: LONG_REASON, overtook: 'set-aside' },
      more: ELSEWHERE,
    },
    { name: 'Vente 2026-120.pdf', agoMs: 5 * HOUR_MS, state: { kind: 'held', question: { kind: 'other-type', itemId: null } } },
    { name: 'Facture double.pdf', agoMs: 26 * HOUR_MS, state: accepted(93) },
    { name: UNSEEN.refused, agoMs: 27 * HOUR_MS, state: { ...dealt(94, 'elsewhere'), documentId: UNSEEN.refused }, more: UNSEEN.more },
    { name: UNSEEN.accepted, agoMs: 28 * HOUR_MS, state: { ...accepted(95), documentId: UNSEEN.accepted }, more: UNSEEN.more },
  ].map((told, at) => storyItem(90 + at, told));
}

/** What cannot be sent, what a user ignores, and what became of files that were taken away. */
export function ignoredAndGone(): readonly Item[] {
  const office = { by: 'intray', problem: { kind: 'not-taken', found: 'office' } };
  return [
    { name: 'lettre.docx', agoMs: 5 * MINUTE_MS, state: { kind: 'unfit', ...office } },
    { name: 'Facture loyer.pdf', agoMs: 2 * HOUR_MS, state: { kind: 'held', question: { kind: 'gone' } } },
    { name: 'planning.xlsx', agoMs: 3 * HOUR_MS, state: { kind: 'aside', why: 'user', unfit: office } },
    { name: 'coupe.pdf', agoMs: 4 * HOUR_MS, state: { kind: 'aside', why: 'user', unfit: CUT } },
    { name: 'Facture blanche.pdf', agoMs: 5 * HOUR_MS, state: { kind: 'aside', why: 'user', question: { kind: 'blank' } } },
    { name: 'IMG_2230.heic', agoMs: 6 * HOUR_MS, state: { kind: 'aside', why: 'gone', unfit: { by: 'intray', problem: HEIC } } },
    { name: 'Facture Métro.pdf', agoMs: 26 * HOUR_MS, state: { kind: 'aside', why: 'replaced' } },
  ].map((told, at) => storyItem(70 + at, told));
}

const HEIC = { kind: 'not-taken', found: 'heic' };
const CUT = { by: 'intray', problem: { kind: 'damaged', found: 'pdf' } };

/** For the last two of what another computer sent: one was refused as a sale, and one waits for its answer as one. */
export function otherTypeOf({ name }: Item): OtherType | null {
  const kind = AS_SALES[name];
  return kind === undefined ? null : { importType: 'sales-invoices', itemId: null, kind, at: wallMs(ago(28 * HOUR_MS)) };
}

/** Only the computer that sent it was told the time of receipt. */
const ELSEWHERE = { sentElsewhere: true, attempts: 0, receivedAt: null };
/** The numbers of documents whose files were never seen here. */
export const UNSEEN = {
  refused: '7f3c2d1a-5b64-4c1e-9a0d-2e8f6b7c9d10',
  accepted: '0d9e8f7a-1c2b-4d3e-8f90-a1b2c3d4e5f6',
  more: { ...ELSEWHERE, importType: null, sha256: null, bytes: 0, mediaType: null },
} as const;

const AS_SALES: Readonly<Record<string, OtherType['kind']>> = { 'Vente 2026-120.pdf': 'refused', 'Facture double.pdf': 'awaiting' };

/** What only the relay says about documents that await their answer. */
export function unprovenAnswers(): readonly Item[] {
  return [
    { name: 'Facture eau octobre.pdf', agoMs: 50 * HOUR_MS, state: unproven(90, 'accepted', null) },
    { name: 'Facture Métro 9120.pdf', agoMs: 51 * HOUR_MS, state: unproven(91, 'accepted', null) },
    { name: 'Devis peinture.pdf', agoMs: 52 * HOUR_MS, state: unproven(92, 'refused', LONG_REASON) },
  ].map((told, at) => storyItem(90 + at, told));
}

/** What a user accepted on the relay's word, and what the service then confirmed and contradicted. */
export function takenAnswers(): readonly Item[] {
  const taken = { unproven: { takenAt: ago(3 * HOUR_MS) } };
  return [
    { name: 'Facture eau octobre.pdf', agoMs: 50 * HOUR_MS, state: { ...accepted(90), ...taken } },
    { name: 'Devis peinture.pdf', agoMs: 52 * HOUR_MS, state: { ...refused(91), ...taken } },
    { name: 'Facture Métro 9120.pdf', agoMs: 53 * HOUR_MS, state: { ...accepted(92), replacedUnproven: 'confirmed' } },
    { name: 'Facture gaz.pdf', agoMs: 54 * HOUR_MS, state: { ...refused(93), replacedUnproven: 'contradicted' } },
  ].map((told, at) => storyItem(90 + at, told));
}

/** Received long ago, but not long enough for each of them to ask for the user. */
export function longAwaited(): readonly Item[] {
  return [
    { name: 'Facture eau novembre.pdf', agoMs: 75 * HOUR_MS, state: awaiting(94, 75 * HOUR_MS) },
    { name: 'Ticket restaurant.jpg', agoMs: 78 * HOUR_MS, state: awaiting(95, 78 * HOUR_MS) },
  ].map((told, at) => storyItem(94 + at, told));
}

const awaiting = (at: number, agoMs: number) => ({ kind: 'awaiting', documentId: storyId(500 + at), since: ago(agoMs) });
const unproven = (at: number, kind: string, reason: string | null) => ({
  kind: 'awaiting',
  documentId: storyId(500 + at),
  since: ago(50 * HOUR_MS),
  unproven: { kind, reason, documentId: storyId(500 + at), at: ago(30 * HOUR_MS), seenAt: ago(MINUTE_MS) },
});
const refused = (at: number) => ({ kind: 'refused', ...result(at), reason: LONG_REASON });
const result = (at: number) => ({ documentId: storyId(500 + at), at: ago(5 * MINUTE_MS), contradicted: false });
const dealt = (at: number, by: string) => ({
  kind: 'refused',
  ...result(at),
  reason: LONG_REASON,
  resolved: { at: ago(HOUR_MS), by },
});
export const accepted = (at: number) => ({ kind: 'accepted', ...result(at), reason: null });
export const unfit = (problem: object) => ({ kind: 'unfit', by: 'intray', problem });
const waiting = (last: object | null) => ({ kind: 'waiting', dueAt: NOW + 4 * MINUTE_MS, last });

const LONG_REASON =
  'La TVA n’apparaît pas sur la facture du fournisseur, et le numéro de SIRET est illisible. Merci de demander un duplicata au fournisseur puis de le déposer à nouveau ; sans ce document, la dépense ne pourra pas être comptabilisée sur l’exercice 2026.';

const TOLD: readonly Told[] = [
  { name: 'Scan_0042.pdf', agoMs: 10_000, state: { kind: 'uploading', startedAt: ago(2_000), last: null } },
  { name: 'Facture EDF novembre.pdf', agoMs: 40_000, state: waiting(null) },
  { name: 'Ticket parking.jpg', agoMs: 3 * MINUTE_MS, state: { kind: 'awaiting', documentId: storyId(503), since: ago(2 * MINUTE_MS) } },
  {
    name: 'Facture Gaz octobre.pdf',
    agoMs: 9 * 24 * HOUR_MS,
    state: {
      kind: 'awaiting',
      documentId: storyId(504),
      since: ago(9 * 24 * HOUR_MS),
      noAnswer: { because: { kind: 'long' }, at: ago(2 * 24 * HOUR_MS), askedAt: null },
    },
  },
  { name: 'Facture Métro 8812.pdf', agoMs: 26 * MINUTE_MS, state: { kind: 'refused', ...result(4), reason: LONG_REASON } },
  {
    name: 'Vente 2026-118.pdf',
    agoMs: 50 * MINUTE_MS,
    company: 2,
    state: waiting({ kind: 'offline', code: 'ENETUNREACH' }),
    more: { importType: 'sales-invoices', attempts: 6 },
  },
  {
    name: 'Plan du four – 600 dpi en couleur.pdf',
    agoMs: HOUR_MS,
    state: unfit({ kind: 'too-large', bytes: 8_912_345, bytesMax: 5_242_880 }),
  },
  { name: 'IMG_2231.heic', agoMs: 2 * HOUR_MS, state: unfit({ kind: 'not-taken', found: 'heic' }) },
  { name: 'Relevé protégé.pdf', agoMs: 2 * HOUR_MS, state: unfit({ kind: 'password' }) },
  { name: 'Ancienne facture 1.pdf', agoMs: 3 * HOUR_MS, state: { kind: 'held', question: { kind: 'bulk-arrival' } } },
  { name: 'Ancienne facture 2.pdf', agoMs: 3 * HOUR_MS, state: { kind: 'held', question: { kind: 'bulk-arrival' } } },
  { name: 'Ancienne facture 3.pdf', agoMs: 3 * HOUR_MS, state: { kind: 'held', question: { kind: 'bulk-arrival' } } },
  {
    name: 'Ticket plage.jpg',
    agoMs: 4 * HOUR_MS,
    state: { kind: 'held', question: { kind: 'new-subfolder', subfolder: 'Privé/Été 2026' } },
  },
  {
    name: 'Facture double.pdf',
    agoMs: 5 * HOUR_MS,
    company: 2,
    state: { kind: 'held', question: { kind: 'other-type', itemId: storyId(117) } },
  },
  { name: 'فاتورة رقم ١٢.pdf', agoMs: 26 * HOUR_MS, state: accepted(12), more: { sentElsewhere: true, attempts: 3 } },
  {
    name: '<img src=x onerror=alert(1)>.pdf',
    agoMs: 30 * HOUR_MS,
    state: { kind: 'refused', ...result(13), at: ago(29 * HOUR_MS), reason: null, contradicted: true },
  },
  { name: 'Page coupée.png', agoMs: 40 * HOUR_MS, state: unfit({ kind: 'damaged', found: 'png' }) },
  {
    name: 'Refus du service.pdf',
    agoMs: 50 * HOUR_MS,
    state: { kind: 'unfit', by: 'service', problem: { kind: 'declined', errorCode: null, detail: 'filename is not valid' } },
  },
  {
    name: 'Vente 2026-117.pdf',
    agoMs: 300 * HOUR_MS,
    company: 2,
    state: accepted(16),
    more: { importType: 'sales-invoices', sentName: 'Vente 2026-117 (2).pdf' },
  },
];

/** A document of a story, found so long ago. */
export function storyItem(at: number, { name, state, agoMs, company = 1, more = {} }: Told): Item {
  const answered = 'documentId' in state;
  return itemSchema.parse({
    id: storyId(100 + at),
    companyId: storyId(company),
    importType: 'purchase-invoices',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    bytes: 245_760,
    mediaType: 'application/pdf',
    name,
    sentName: name,
    integrationId: answered ? storyId(company) : null,
    reference: answered ? 'iy1mfrggzdfmztwq2lkmfrggzdfmztwq2lkmfrggzdfmztwq2lkmfrg00' : null,
    resubmission: 0,
    attempts: answered ? 1 : 0,
    sentElsewhere: false,
    foundAt: ago(agoMs),
    receivedAt: answered ? ago(agoMs - 8_000) : null,
    state,
    stateSince: ago(agoMs),
    ...more,
  });
}

/** Several of October and one of November for the first company, one of October for the second. */
export function missingOf(first: string, second: string): readonly Expected[] {
  return [
    {
      companyId: companyIdSchema.parse(first),
      missing: [
        missing('a', 'Facture Orange', '2026-11-01', 'Facture_Orange_2026-10.pdf'),
        missing('bb', 'EDF', '2026-10-01', 'EDF septembre 2026.pdf'),
        missing('ccc', 'Loyer SCI du Vieux Moulin, bail commercial et charges', '2026-10-01', 'Loyer.pdf', 2),
        missing('dddd', 'Métro', '2026-10-01', 'METRO-FAC12345.pdf'),
      ],
      unexpected: [],
    },
    { companyId: companyIdSchema.parse(second), missing: [missing('e', 'Assurance AXA', '2026-10-01', 'AXA 09-2026.pdf')], unexpected: [] },
  ];
}

function missing(seriesId: string, name: string, month: string, last: string, count = 1): Expected['missing'][number] {
  const at = wallMs(Date.UTC(2026, 8, 3 + seriesId.length));
  return { seriesId, name, month, count, last: { itemId: itemIdSchema.parse(storyId(1)), name: last, at } };
}
