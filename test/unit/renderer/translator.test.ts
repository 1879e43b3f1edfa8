import { describe, expect, it, test } from 'vitest';
import { en, type MessageKey } from '#shared/i18n/en.ts';
import { fr } from '#shared/i18n/fr.ts';
import { translator, translatorFor } from '#shared/i18n/translate.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { lookAgain } from '#renderer/live/hear-changes.ts';
import { windowUploadFaultSchema } from '#shared/app-api/window-upload.ts';
import { afterFault } from '#renderer/upload-from-window/upload-queue.tsx';
import type { WindowFault } from '#renderer/upload-from-window/hand-over.ts';
import { dateOf, type Dates, datesFromAddress, datesInAddress, daysOf, spanOf } from '#renderer/documents/dates/dates.ts';
import { monthName, monthOf } from '#renderer/parts/month-of.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { monthsOf } from '#renderer/questions/bulk/bulk-question-page.tsx';
import { idOf } from '#renderer/connect/credential-fields.tsx';
import { clockText, minuteOf } from '#renderer/settings/settings-page.tsx';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

const english = (count: number) => translator('en')('documents.count', { count });
const french = (count: number) => plain(translator('fr')('documents.count', { count }));

describe('a count in a sentence', () => {
  it('is one thing or several, in English', () => {
    expect([0, 1, 2, 1_000].map(english)).toEqual(['0 documents', '1 document', '2 documents', '1,000 documents']);
  });

  it('is singular for none and one in French, and has its own form for round millions', () => {
    expect([0, 1, 2, 1_000].map(french)).toEqual(['0 document', '1 document', '2 documents', '1 000 documents']);
    expect([1_000_000, 3_000_000].map(french)).toEqual(['1 000 000 de documents', '3 000 000 de documents']);
    expect(french(1_000_001)).toBe('1 000 001 documents');
  });

  it('has every form that the language knows, with the same values in each', () => {
    const bases = Object.keys(en).flatMap((key) => (key.endsWith('_other') ? [key.slice(0, -'_other'.length)] : []));
    expect(bases.length).toBeGreaterThan(10);
    for (const [language, texts] of [
      ['en', en],
      ['fr', fr],
    ] as const) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const missing = bases.flatMap((base) => forms.map((form) => `${base}_${form}`)).filter((key) => !(key in texts));
      expect(missing).toEqual([]);
    }
  });
});

describe('a text', () => {
  it('has in French what English has, and asks for the same values', () => {
    const texts: Readonly<Record<string, string>> = fr;
    const different = Object.entries(en).filter(([key, text]) => valuesOf(text) !== valuesOf(texts[key] ?? ''));
    // "1" and "a" are both right for one thing, so the text may leave the count out there.
    expect(different.map(([key]) => key).filter((key) => !key.endsWith('_one'))).toEqual([]);
  });

  it('is set in French with spaces at which no line ends, and leaves a foreign name as it is', () => {
    const t = translator('fr');
    const thin = /[ \u00a0][;!?]/;
    const full = /[ \u202f][:»]|«[ \u202f]/;
    const keys = Object.keys(fr).filter((key): key is MessageKey => key in en);
    const said = keys.map((key) => t(key)).filter((text) => text.includes('\u00a0') || text.includes('\u202f'));
    expect(said.length).toBeGreaterThan(150);
    expect(keys.map((key) => t(key)).filter((text) => thin.test(text) || full.test(text))).toEqual([]);
    expect(t('list.not-found', { search: 'a ; b ?' })).toBe('Rien trouvé pour «\u00a0\u2068a ; b ?\u2069\u00a0»');
    expect(t('try-out.good', { milliseconds: 184 })).toBe('Fonctionne\u00a0: réponse en 184\u00a0ms');
  });

  it('keeps a foreign name from turning the sentence around it', () => {
    const said = translator('en')('connect.done', { name: 'مخبز ١٢' });
    expect(said).toContain('\u2068مخبز ١٢\u2069');
  });

  it('shows what was put in as it is, and puts nothing into that', () => {
    const name = '<b>$t(common.close)</b> {{other}} & Fils';
    expect(translator('fr')('connect.done', { name, other: 'x' })).toContain(`\u2068${name}\u2069`);
  });

  it('leaves a number bare, so that it is written as the language writes it', () => {
    expect(translator('en')('settings.parallel.text', { max: 8 })).toBe('Fewer on a slow connection. From 1 to 8.');
  });

  it('is chosen by what the system says, and English is what is not French', () => {
    const key: MessageKey = 'common.cancel';
    expect(['fr-CA', 'fr', 'en-GB', 'de-DE'].map((locale) => translatorFor(locale)(key))).toEqual([
      'Annuler',
      'Annuler',
      'Cancel',
      'Cancel',
    ]);
  });
});

function valuesOf(text: string): string {
  return [...new Set(Array.from(text.matchAll(/\{\{\s*(\w+)/g), ([, name]) => name ?? ''))].toSorted((a, b) => a.localeCompare(b)).join();
}

it('asks once more for a first answer that was on its way when the bell rang, since it may be older than the ring', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  let truth = 'before';
  const answers: ((answer: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['documents'], queryFn: ask });
  const stop = observer.subscribe(() => undefined);
  // The engine has answered, and the answer is still on its way.
  const said = truth;
  truth = 'after';
  const looked = lookAgain(queryClient);
  answers[0]?.(said);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(truth);
  await looked;
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
  queryClient.clear();
});

/** Whether it may be tried again here and now, and whether it ends the whole upload. */
const AFTER: Readonly<Record<WindowFault['kind'], 'again' | 'again, and ends the go' | 'ends the go' | 'never'>> = {
  unfit: 'never',
  known: 'never',
  'folder-away': 'again, and ends the go',
  disk: 'again',
  'left-alone': 'never',
  'no-folder': 'ends the go',
  full: 'again, and ends the go',
  'no-name': 'never',
  'not-open': 'never',
  broken: 'again',
  busy: 'again',
  'a-folder': 'never',
  unread: 'again',
  'no-answer': 'again, and ends the go',
};
const OF_THE_WINDOW = ['a-folder', 'unread', 'no-answer'] as const;
const OF_THE_ENGINE = windowUploadFaultSchema.options.flatMap(({ shape: { kind } }) => ('options' in kind ? kind.options : [kind.value]));

describe('a file that was not copied', () => {
  it.each([...OF_THE_ENGINE, ...OF_THE_WINDOW])('because of %s', (kind) => {
    const { mayPass, forAll } = afterFault(kind);
    const said = mayPass ? (forAll ? 'again, and ends the go' : 'again') : forAll ? 'ends the go' : 'never';
    expect(said).toBe(AFTER[kind]);
  });
});

const FRIDAY = { today: '2026-11-20', locale: 'fr-FR' };

function days(dates: Dates, calendar = FRIDAY): readonly string[] {
  const { from, to } = daysOf(dates, calendar);
  return [from, to].map((day) => (day === null ? '' : dateOf(day.getTime())));
}

function daysFrom(today: string, preset: 'last-month' | 'last-quarter'): readonly string[] {
  return days({ kind: 'preset', preset }, { ...FRIDAY, today });
}

describe('a part of the calendar', () => {
  it.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['this-week', '2026-11-16', '2026-11-22'],
    ['this-month', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['this-quarter', '2026-10-01', '2026-12-31'],
    ['last-quarter', '2026-07-01', '2026-09-30'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['last-year', '2025-01-01', '2025-12-31'],
  ] as const)('%s goes from %s to %s', (preset, from, to) => {
    expect(days({ kind: 'preset', preset })).toEqual([from, to]);
  });

  it('goes back over the turn of the year, and from a long month to a short one', () => {
    expect(daysFrom('2026-01-31', 'last-month')).toEqual(['2025-12-01', '2025-12-31']);
    expect(daysFrom('2026-03-31', 'last-month')).toEqual(['2026-02-01', '2026-02-28']);
    expect(daysFrom('2026-02-01', 'last-quarter')).toEqual(['2025-10-01', '2025-12-31']);
  });

  it('has weeks that begin on the day of the place', () => {
    expect(days({ kind: 'preset', preset: 'this-week' }, { ...FRIDAY, locale: 'en-US' })).toEqual(['2026-11-15', '2026-11-21']);
  });
});

describe('days of the person’s own', () => {
  it('are both included, from midnight to midnight', () => {
    const dates = { kind: 'range', from: '2026-03-28', to: '2026-03-29' } as const;
    const { from, before } = spanOf(dates, FRIDAY);
    expect([from, before]).toEqual([new Date(2026, 2, 28).getTime(), new Date(2026, 2, 30).getTime()]);
    expect(spanOf({ ...dates, to: null }, FRIDAY)).toEqual({ from });
    expect(spanOf({ ...dates, from: null }, FRIDAY)).toEqual({ before });
  });
});

describe('dates in an address', () => {
  it.each(['this-quarter', '2026-01-31..2026-02-03', '..2026-02-03', '2026-01-31..'])('%s lead back to the same', (text) => {
    const dates = datesFromAddress(text);
    expect(dates === null ? null : datesInAddress(dates)).toBe(text);
  });

  it.each([undefined, '', '..', 'next-year', '2026-02-31..', '2026-1-1..2026-01-02', '2026-01-01..2026-01-02..2026-01-03', 'x..y'])(
    '%s are none',
    (text) => {
      expect(datesFromAddress(text)).toBe(null);
    },
  );
});

const NOW = wallMs(new Date(2026, 2, 31, 23, 59).getTime());
const local = (...date: readonly [number, number, number]) => new Date(...date).getTime();

describe('a month', () => {
  it('begins and ends at midnight of the person’s own time zone, and follows the one before without a gap', () => {
    expect(monthOf(NOW, 0)).toEqual({ from: local(2026, 2, 1), before: local(2026, 3, 1) });
    expect(monthOf(NOW, -1)).toEqual({ from: local(2026, 1, 1), before: local(2026, 2, 1) });
    for (let at = -30; at < 0; at += 1) expect(monthOf(NOW, at).before).toBe(monthOf(NOW, at + 1).from);
  });

  it('has its year only where it is another one, and begins a sentence', () => {
    expect([0, -1, -3].map((at) => monthName(monthOf(NOW, at), NOW, 'fr'))).toEqual(['Mars', 'Février', 'Décembre 2025']);
    expect(monthName(monthOf(NOW, -3), NOW, 'en')).toBe('December 2025');
  });
});

const noonOf = (day: string) => wallMs(new Date(`${day}T12:00`).getTime());
const shown = (oldest: string, newest: string) =>
  monthsOf({ oldest: noonOf(oldest), newest: noonOf(newest) }).map(
    ({ month, isBefore }) => `${isBefore ? 'before ' : ''}${new Date(month).getFullYear()}-${new Date(month).getMonth() + 1}`,
  );

describe('the months of a bulk arrival', () => {
  test('go from the oldest file to the newest, across a new year and short months', () => {
    expect(shown('2025-11-30', '2026-03-31')).toEqual(['2025-11', '2025-12', '2026-1', '2026-2', '2026-3']);
    expect(shown('2026-03-01', '2026-03-31')).toEqual(['2026-3']);
  });

  test('are eleven at most, and one span for all that is older', () => {
    const all = shown('2011-05-05', '2026-11-20');
    expect(all).toHaveLength(12);
    expect([all[0], all[1], all.at(-1)]).toEqual(['before 2026-1', '2026-1', '2026-11']);
  });

  test('begin at midnight on the first, here', () => {
    const [first] = monthsOf({ oldest: noonOf('2026-03-05'), newest: noonOf('2026-03-31') });
    expect(first?.start).toBe(new Date(2026, 2, 1).getTime());
  });
});

const ID = '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f';

describe('an identifier that was pasted', () => {
  it('is found in a line of an e-mail', () => {
    expect(idOf(`Identifiant : ${ID} (à coller dans Intray)\n`)).toBe(ID);
    expect(idOf(`  ${ID.toUpperCase()}`)).toBe(ID.toUpperCase());
  });

  it('is left as it was typed where there is none, or more than one', () => {
    for (const text of ['', '3f2b8c1e-5d4a', `${ID} ${ID}`, 'hello']) expect(idOf(text)).toBe(text);
  });
});

describe('a time of day', () => {
  it('goes to the field and back', () => {
    for (const minute of [0, 65, 540, 1_439]) expect(minuteOf(clockText(minute))).toBe(minute);
    expect(clockText(65)).toBe('01:05');
    expect(minuteOf('21:30:00')).toBe(1_290);
  });

  it('is none in the middle of typing', () => {
    for (const text of ['', '9:00', '24:00', '12:60', 'noon']) expect(minuteOf(text)).toBeNull();
  });
});
