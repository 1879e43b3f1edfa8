import { describe, expect, it } from 'vitest';
import { explain, explainProblem } from '#renderer/document/explain.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { DELAY_MS, type Failure, failureSchema } from '#shared/domain/item/failure.ts';
import { FOREIGN_KINDS, type Problem, problemSchema } from '#shared/domain/item/problem.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { plus } from '#shared/lib/duration.ts';
import { anItem, NOW } from '#test/unit/shared/domain/items.ts';

const i18n = (language: 'en' | 'fr'): I18n => ({ language, t: translator(language), ...formatsOf(language) });
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ');
const unfit = (problem: Problem) => anItem({ state: { kind: 'unfit', by: 'intray', problem } });
const said = (problem: Problem, language: 'en' | 'fr' = 'en') => {
  const told = explain(unfit(problem), NOW, i18n(language));
  return [plain(told?.what), plain(told?.next)];
};

const PROBLEMS: readonly Problem[] = [
  { kind: 'too-large', bytes: 6_542_880, bytesMax: 5_242_880 },
  { kind: 'too-large', bytes: 4_000_000, bytesMax: null },
  { kind: 'too-large', bytes: 4_000_000, bytesMax: null, detail: 'The scan has 61 pages.' },
  ...FOREIGN_KINDS.map((found) => ({ kind: 'not-taken', found }) as const),
  { kind: 'password' },
  ...(['pdf', 'jpeg', 'png', 'bmp'] as const).map((found) => ({ kind: 'damaged', found }) as const),
  { kind: 'blank' },
  { kind: 'link' },
  { kind: 'in-parts' },
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
    const texts = PROBLEMS.map((problem) => said(problem, language));
    expect(texts.filter(([what, next]) => what === '' || next === '' || /[{}]|problem\./.test(`${what}${next}`))).toEqual([]);
    expect(new Set(texts.map(([what]) => what)).size).toBe(PROBLEMS.length);
  });

  it('is asked about every kind there is', () => {
    const kinds = problemSchema.options.map((option) => option.shape.kind.value);
    expect(new Set(PROBLEMS.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it('is exact: which limit it exceeds, as people know it, and how to save what is not taken', () => {
    expect(said({ kind: 'too-large', bytes: 5_242_881, bytesMax: 5_242_880 })[0]).toBe('It exceeds the limit of 5 MB.');
    expect(said({ kind: 'too-large', bytes: 5_242_881, bytesMax: 5_242_880 }, 'fr')[0]).toMatch(/^Il dépasse la limite de 5\sMo\.$/);
    const inTheirWords: Problem = { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000, detail: 'The scan has 61 pages.' };
    expect(said(inTheirWords)[0]).toMatch(/^It exceeds the limit of .+ The import service says: The scan has 61 pages\.$/);
    expect(said(inTheirWords, 'fr')[0]).toMatch(/^Il dépasse la limite de .+ Le service d’import indique : The scan has 61 pages\.$/);
    expect(said({ kind: 'not-taken', found: 'xml' })[1]).toContain('PDF of this invoice');
    expect(said({ kind: 'not-taken', found: 'heic' })[1]).toMatch(/^Intray can convert it: check the result, then send it\./);
    // What was only given to the window is not in a folder, so it is not converted.
    expect(plain(explainProblem({ kind: 'not-taken', found: 'heic' }, i18n('en')).next)).toContain('Save the photo as a JPEG');
    expect(said({ kind: 'damaged', found: 'png' }, 'fr')[0]).toContain('PNG');
    expect(said({ kind: 'unreadable', code: 'EBUSY' })[0]).toContain('another program');
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
