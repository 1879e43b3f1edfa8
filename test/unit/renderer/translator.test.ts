import { describe, expect, it } from 'vitest';
import { en, type MessageKey } from '#shared/i18n/en.ts';
import { fr } from '#shared/i18n/fr.ts';
import { translator, translatorFor } from '#shared/i18n/translate.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { lookAgain } from '#renderer/live/hear-changes.ts';
import { windowUploadFaultSchema } from '#shared/app-api/window-upload.ts';
import { afterFault } from '#renderer/upload-from-window/upload-queue.tsx';
import type { WindowFault } from '#renderer/upload-from-window/hand-over.ts';

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
