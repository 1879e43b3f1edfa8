import { describe, expect, it } from 'vitest';
import { explain, explainProblem } from '#renderer/document/explain.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { ENTRIES_REFUSALS } from '#shared/domain/item/entries-schemas.ts';
import { DELAY_MS, type Failure, failureSchema } from '#shared/domain/item/failure.ts';
import { ENTRIES_ENDINGS, FOREIGN_KINDS, SCAN_KINDS } from '#shared/domain/item/file-kinds.ts';
import { type Problem, problemSchema } from '#shared/domain/item/problem.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { plus, type WallMs } from '#shared/lib/duration.ts';
import { anItem, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';
import { nextOf, storyOf } from '#renderer/document/story-of.ts';
import { submissionSchema } from '#shared/domain/item/item.ts';
import { sentBeforeNote } from '#renderer/document/actions/sent-before-actions.tsx';
import { waitsText } from '#renderer/folders/settings/folder-settings-dialog.tsx';
import { NOTE_CHARACTERS_MAX } from '#shared/domain/item/note.ts';
import { SENT_BEFORE_WAYS, type SentBefore } from '#shared/domain/item/sent-before/sent-before.ts';

const spoken = (['en', 'fr'] as const).map((language) => ({ language, t: translator(language), ...formatsOf(language) }) satisfies I18n);
const i18n = (one: 'en' | 'fr'): I18n => spoken.find(({ language }) => language === one) ?? expect.fail(one);
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ');
const unfit = (problem: Problem) => anItem({ state: { kind: 'unfit', by: 'intray', problem } });
const saidForExplain = (problem: Problem, language: 'en' | 'fr' = 'en') => {
  const told = explain(unfit(problem), NOW, i18n(language));
  return [plain(told?.what), plain(told?.next)];
};

const PROBLEMS: readonly Problem[] = [
  { kind: 'too-large', bytes: 6_542_880, bytesMax: 5_242_880 },
  { kind: 'too-large', bytes: 4_000_000, bytesMax: null },
  { kind: 'too-large', bytes: 4_000_000, bytesMax: null, detail: 'The scan has 61 pages.' },
  ...FOREIGN_KINDS.map((found) => ({ kind: 'not-taken', found }) as const),
  ...ENTRIES_ENDINGS.map((found) => ({ kind: 'entries-among-scans', found }) as const),
  { kind: 'entries-without-scan' },
  { kind: 'entries-late', name: 'facture-118.pdf' },
  ...SCAN_KINDS.map((found) => ({ kind: 'scan-among-entries', found }) as const),
  ...FOREIGN_KINDS.map((found) => ({ kind: 'not-taken-as-entries', found }) as const),
  ...(['password', 'blank', 'link', 'in-parts'] as const).map((kind) => ({ kind })),
  ...(['pdf', 'jpeg', 'png', 'bmp'] as const).map((found) => ({ kind: 'damaged', found }) as const),
  { kind: 'entries', errors: 2, faults: [{ kind: 'no-date', line: 17, column: 3 }] },
  ...ENTRIES_REFUSALS.map((why) => ({ kind: 'no-entries', why }) as const),
  { kind: 'entries-misfit', differences: [{ kind: 'missing', name: 'Compte', column: 3 }] },
  ...['EBUSY', 'EACCES', 'EIO'].map((code) => ({ kind: 'unreadable', code }) as const),
  { kind: 'declined', errorCode: null, detail: null },
  { kind: 'declined', errorCode: null, detail: 'filename is not valid' },
];

const FAILURES: readonly Failure[] = [
  { kind: 'offline', code: 'ENETUNREACH' },
  { kind: 'broken', code: 'ECONNRESET', tries: 1 },
  { kind: 'timed-out' },
  { kind: 'certificate', code: 'CERT_HAS_EXPIRED' },
  { kind: 'clock', aheadMs: null },
  { kind: 'proxy', code: 'PROXY_407' },
  { kind: 'forbidden' },
  { kind: 'service', status: 503 },
  { kind: 'not-understood', status: 200, tries: 1 },
  { kind: 'no-token', code: 'x' },
  { kind: 'credentials', code: 'x' },
  { kind: 'no-file', code: 'ENOENT', tries: 1 },
  { kind: 'spool', code: 'ENOSPC', tries: 1 },
  { kind: 'spool', code: 'COPY_CHANGED', tries: 1 },
  { kind: 'company' },
];

describe('what is said of a document that cannot be sent', () => {
  it.each(['en', 'fr'] as const)('has a cause and a next step of its own for each problem, in %s', (language) => {
    const texts = PROBLEMS.map((problem) => saidForExplain(problem, language));
    expect(texts.filter(([what, next]) => what === '' || next === '' || /[{}]|problem\./.test(`${what}${next}`))).toEqual([]);
    expect(new Set(texts.map(([what]) => what)).size).toBe(PROBLEMS.length);
  });

  it('is asked about every kind there is', () => {
    const kinds = problemSchema.options.map((option) => option.shape.kind.value);
    expect(new Set(PROBLEMS.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it('is exact: which limit it exceeds, as people know it, and how to save what is not taken', () => {
    expect(saidForExplain({ kind: 'too-large', bytes: 5_242_881, bytesMax: 5_242_880 })[0]).toBe('It exceeds the limit of 5 MB.');
    expect(saidForExplain({ kind: 'too-large', bytes: 5_242_881, bytesMax: 5_242_880 }, 'fr')[0]).toMatch(
      /^Il dépasse la limite de 5\sMo\.$/,
    );
    const inTheirWords: Problem = { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000, detail: 'The scan has 61 pages.' };
    expect(saidForExplain(inTheirWords)[0]).toMatch(/^It exceeds the limit of .+ The import service says: The scan has 61 pages\.$/);
    expect(saidForExplain(inTheirWords, 'fr')[0]).toMatch(
      /^Il dépasse la limite de .+ Le service d’import indique : The scan has 61 pages\.$/,
    );
    expect(saidForExplain({ kind: 'not-taken', found: 'xml' })[1]).toContain('PDF of this invoice');
    expect(saidForExplain({ kind: 'not-taken', found: 'heic' })[1]).toMatch(/^Intray can convert it: check the result, then send it\./);
    // What was only given to the window is not in a folder, so it is not converted.
    expect(plain(explainProblem({ kind: 'not-taken', found: 'heic' }, i18n('en')).next)).toContain('Save the photo as a JPEG');
    expect(saidForExplain({ kind: 'damaged', found: 'png' }, 'fr')[0]).toContain('PNG');
    expect(saidForExplain({ kind: 'unreadable', code: 'EBUSY' })[0]).toContain('another program');
  });
});

const late = (last: Failure) => anItem({ state: { kind: 'waiting', dueAt: NOW, last, failingSince: plus(NOW, -2 * DELAY_MS) } });

describe('what is said of a document that does not get through', () => {
  it.each(['en', 'fr'] as const)('has a cause and a next step of its own for each failure, in %s', (language) => {
    const texts = FAILURES.map((failure) => explain(late(failure), NOW, i18n(language)));
    expect(texts.filter((told) => told === null || told.next === '' || /[{}]|failure\./.test(`${told.what}${told.next ?? ''}`))).toEqual(
      [],
    );
    expect(new Set(texts.map((told) => told?.what)).size).toBe(FAILURES.length);
    expect(new Set(FAILURES.map(({ kind }) => kind))).toEqual(new Set(failureSchema.options.map((option) => option.shape.kind.value)));
  });
});

it('a version that a folder’s setting made, but did not send, is explained by what speaks against it', () => {
  const problem = { kind: 'not-taken', found: 'tiff' } as const;
  const item = anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem, withheld: [{ kind: 'damaged' }] } });
  for (const language of ['en', 'fr'] as const) {
    const { t } = i18n(language);
    const next = `${t('conversion.withheld.damaged')} ${t('conversion.withheld.next')}`;
    expect(explain(item, NOW, i18n(language))).toEqual({ what: t('conversion.withheld.what'), next, verbatim: false });
  }
});

const earlier = submissionSchema.parse({
  resubmission: 0,
  integrationId: null,
  reference: null,
  sentElsewhere: false,
  receivedAt: plus(NOW, 1),
  kind: 'refused',
  documentId: DOCUMENT,
  at: plus(NOW, 2),
  reason: 'Illisible',
  contradicted: false,
});

function refusedAt(rejectedAt: WallMs) {
  const state = { kind: 'refused', documentId: DOCUMENT, at: plus(NOW, 9_000), rejectedAt, reason: null, contradicted: false } as const;
  return anItem({ receivedAt: NOW, state });
}

describe('the story of a document', () => {
  it('begins with its finding and ends with where it is now', () => {
    expect(storyOf(anItem()).map(({ key }) => key)).toEqual(['document.found', 'document.checked', 'document.will-be-sent']);
  });

  it('keeps each earlier sending, with the reason and the number that stand nowhere else', () => {
    const story = storyOf(anItem({ resubmission: 1, receivedAt: plus(NOW, 3) }), [earlier]);
    expect(story.map(({ key }) => key)).toEqual([
      'document.found',
      'document.checked',
      'document.received',
      'document.refused',
      'document.sent-again',
      'document.received',
      'document.will-be-sent',
    ]);
    expect(story[3]).toMatchObject({ reason: 'Illisible', documentId: DOCUMENT, at: NOW + 2 });
  });

  it('dates a refusal by its own date, also an earlier one, and by the event where that cannot be', () => {
    expect(storyOf(refusedAt(plus(NOW, 5_000))).at(-1)).toMatchObject({ at: NOW + 5_000 });
    expect(storyOf(refusedAt(plus(NOW, -5_000))).at(-1)).toMatchObject({ at: NOW + 9_000 });
    const story = storyOf(anItem({ resubmission: 1, receivedAt: plus(NOW, 3) }), [
      { ...earlier, at: plus(NOW, 9_000), rejectedAt: plus(NOW, 5_000) },
    ]);
    expect(story[3]).toMatchObject({ key: 'document.refused', at: NOW + 5_000 });
  });

  it('says when it was sent and after how many tries, and when it was received', () => {
    const item = anItem({ attempts: 3, receivedAt: plus(NOW, 9), state: { kind: 'awaiting', documentId: DOCUMENT, since: plus(NOW, 9) } });
    const story = storyOf(item, [], plus(NOW, 5));
    expect(story.slice(2, 4)).toMatchObject([
      { key: 'document.sent', at: NOW + 5, tries: 3 },
      { key: 'document.received', at: NOW + 9, tries: 0 },
    ]);
    expect(nextOf(item)).toBe('document.next.answer');
  });

  it('says when a person had it sent all the same, and not that it was checked', () => {
    const story = storyOf(anItem({ allTheSameAt: plus(NOW, 4) }));
    expect(story.map(({ key }) => key)).toEqual(['document.found', 'document.unfit', 'document.all-the-same', 'document.will-be-sent']);
    expect(story[2]).toMatchObject({ at: NOW + 4 });
  });

  it('says that a person chose to send what was made of it, and not that the file was checked', () => {
    const conversion = { sha256: 'cd'.repeat(32), bytes: 9, mediaType: 'application/pdf', pages: 2, from: 'tiff', tools: 'x' } as const;
    const story = storyOf(anItem({ conversion }));
    expect(story.map(({ key }) => key)).toEqual(['document.found', 'document.unfit', 'conversion.chosen', 'document.will-be-sent']);
    expect(story[2]).toMatchObject({ conversion, at: null });
    const byFolder = storyOf(anItem({ conversion: { ...conversion, by: 'folder' } }));
    expect(byFolder[2]).toMatchObject({ key: 'conversion.by-folder', mark: 'waiting' });
    const toBeMade = storyOf(anItem({ mediaType: null, toConvert: 'tiff' }));
    expect(toBeMade.map(({ key }) => key)).toEqual(['document.found', 'document.unfit', 'conversion.to-be-made', 'document.will-be-sent']);
    const tiff = anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } } });
    expect(nextOf(tiff)).toBe('document.next.convert');
  });

  it('ends with when a refusal was dealt with', () => {
    const refused = { kind: 'refused', documentId: DOCUMENT, at: plus(NOW, 2), reason: null, contradicted: false } as const;
    const story = storyOf(anItem({ state: { ...refused, resolved: { at: plus(NOW, 7), by: 'user' } } }));
    expect(story.slice(-2)).toMatchObject([
      { key: 'document.refused', mark: 'refused', at: NOW + 2 },
      { key: 'document.resolved', mark: 'resolved', at: NOW + 7 },
    ]);
  });

  it('says why it waits, and until when', () => {
    const last = { kind: 'offline', code: 'ENETUNREACH' } as const;
    const story = storyOf(anItem({ attempts: 2, state: { kind: 'waiting', dueAt: plus(NOW, 60), last } }));
    expect(story.at(-1)).toMatchObject({ tries: 2, nextTryAt: NOW + 60, cause: last });
  });

  it('does not say of what was never fit that it was checked, and knows what comes next', () => {
    const item = anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem: { kind: 'blank' } } });
    expect(storyOf(item).map(({ key }) => key)).toEqual(['document.found', 'document.unfit']);
    expect(nextOf(item)).toBe('document.next.correct');
  });
});

const before: SentBefore = { way: 'grown', itemId: anItem().id, name: 'scan.pdf', sentAt: NOW, pages: 3, pagesBefore: 1 };
/** Ignored by a user, or left by the folder's setting. */
const aside = (by?: 'folder') =>
  anItem({
    state: { kind: 'aside', why: 'user', question: { kind: 'sent-before', ...before, ...(by === undefined ? {} : { by }) } },
  });

describe.each(['en', 'fr'] as const)('a document that is like a sent one: %s', (language) => {
  const { t } = i18n(language);

  it.each(SENT_BEFORE_WAYS)('says which one, and offers a note that fits, however long its name is: %s', (way) => {
    const like = { ...before, way };
    const told = explain(anItem({ state: { kind: 'held', question: { kind: 'sent-before', ...like } } }), NOW, i18n(language));
    expect(plain(told?.what)).toContain('scan.pdf');
    expect(told?.next).not.toBe('');
    expect(sentBeforeNote(like, t, language)).toContain('scan.pdf');
    const long = sentBeforeNote({ ...like, name: `\u202e${'𝔖'.repeat(400)}.pdf` }, t, language);
    expect(Array.from(long).length).toBeLessThanOrEqual(NOTE_CHARACTERS_MAX);
    expect(long).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('names the numbers of pages where both are known', () => {
    expect(sentBeforeNote(before, t, language)).toMatch(/1\D+3/);
    const { pages: _, ...unknown } = before;
    expect(sentBeforeNote(unknown, t, language)).not.toMatch(/\b3\b/);
  });

  it('says that its folder left it, and not that a person ignored it', () => {
    const said = [aside(), aside('folder')].map((item) => explain(item, NOW, i18n(language))?.what);
    expect(said[0]).not.toBe(said[1]);
  });
});

describe('how long a folder waits', () => {
  it.each(['en', 'fr'] as const)('is said with its reason: %s', (language) => {
    const said = [
      waitsText({ settleMs: 20_000, waits: { kind: 'first', files: 10 } }, i18n(language)),
      waitsText({ settleMs: 45_400, waits: { kind: 'pages', gapMs: 22_700, until: NOW } }, i18n(language)),
      waitsText({ settleMs: 5_000, waits: { kind: 'quick' } }, i18n(language)),
    ].map(plain);
    expect(said[0]).toMatch(/20.*10/s);
    expect(said[1]).toMatch(/45/);
    expect(new Set(said).size).toBe(3);
  });
});
