import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { tabTo } from '../../headless/tab-to.ts';
import { findViolations } from '../../axe.ts';
import { booksOf, CHECKED } from '../stories/entries-preview.ts';
import { changed, test } from '../stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;
const STORY = 'entries to check';

const dialog = (page: Page) => page.getByRole('dialog');
const grid = (page: Page) => dialog(page).getByRole('grid');
const listRow = (page: Page, name: string) => page.getByRole('row', { name }).first();

for (const [language, theme] of [
  ['en', 'light'],
  ['fr', 'dark'],
] as const) {
  const t = translator(language);
  const open = (page: Page, name: string, words: 'check' | 'look' | 'errors' = 'check') =>
    page.getByRole('button', { name: `${t(`entries-preview.open.${words}`)} – ${name}` });
  const amount = (en: string) => (language === 'en' ? en : en.replaceAll(',', '\u202f').replace('.', ','));
  const money = (en: string) => `${amount(en)}\u00a0€`;

  test(`from the list to sent by keyboard alone, and back to the row: ${language}`, async ({ page, openStory }) => {
    const host = await openStory(STORY, { ...DOCUMENTS, language, theme });
    await listRow(page, CHECKED.sales).focus();
    await tabTo(page, open(page, CHECKED.sales));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('heading', { name: CHECKED.sales })).toBeVisible();
    await expect(dialog(page)).toContainText(t('entries-preview.balanced'));
    await expect(dialog(page)).toContainText(t('entries-preview.mapping.version', { version: '2' }));
    await expect(dialog(page)).toContainText(t('entries-preview.mapping.labels'));
    const words = dialog(page)
      .getByRole('region', { name: t('entries-preview.in-words', { count: 3 }) })
      .getByRole('listitem');
    await expect(words).toHaveCount(3);
    await expect(words.first()).toContainText(t('entries.words.debit', { account: '411000', amount: money('1,424.27') }));
    await tabTo(page, grid(page).getByRole('row').nth(1));
    for (const [key, row] of [
      ['ArrowDown', 3],
      ['End', 61],
      ['ArrowUp', 60],
      ['Home', 2],
    ] as const) {
      await page.keyboard.press(key);
      await expect(grid(page).locator(`[aria-rowindex="${row}"]`)).toBeFocused();
    }
    await page.keyboard.press('PageDown');
    await expect(grid(page).locator('[aria-rowindex="2"]')).not.toBeFocused();
    const tick = dialog(page).getByRole('checkbox', { name: t('entries-preview.by-itself') });
    await tabTo(page, tick);
    await expect(tick).not.toBeChecked();
    await page.keyboard.press('Space');
    await tabTo(page, dialog(page).getByRole('button', { name: t('entries-preview.send', { count: 60, totals: money('34,449.15') }) }));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText(t('entries-preview.told', { count: 60 }))).toBeVisible();
    await expect(listRow(page, CHECKED.sales)).toBeFocused();
    expect(host.state.consents).toMatchObject([
      { name: CHECKED.sales, lines: 60, choice: { withoutJournals: [], withoutLines: [] }, byItself: true, twice: false },
    ]);
    expect(host.state.items.find(({ name }) => name === CHECKED.sales)?.state.kind).toBe('waiting');
  });

  test(`Escape leaves it, and the focus returns to its button: ${language}`, async ({ page, openStory }) => {
    const host = await openStory(STORY, { ...DOCUMENTS, language, theme });
    await open(page, CHECKED.sales).focus();
    await page.keyboard.press('Enter');
    await expect(grid(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(open(page, CHECKED.sales)).toBeFocused();
    expect(host.state.consents).toBeUndefined();
  });

  test(`of whole books the journals are chosen, and all sums follow to the cent: ${language}`, async ({ page, openStory }) => {
    const host = await openStory(STORY, { ...DOCUMENTS, language, theme });
    await open(page, CHECKED.books).click();
    await expect(dialog(page)).toContainText(t('entries-preview.opening'));
    await expect(dialog(page)).toContainText(t('entries-preview.difference', { amount: money('0.01') }));
    const tick = (journal: string) => dialog(page).getByRole('checkbox', { name: t('entries-preview.journals.send', { journal }) });
    await expect(tick('AN')).not.toBeChecked();
    for (const journal of ['VE', 'AC', 'BQ', 'OD', 'PAIE']) await expect(tick(journal)).toBeChecked();
    const send = (count: number, debit: string, credit: string) =>
      dialog(page).getByRole('button', {
        name: t('entries-preview.send', { count, totals: t('entries-preview.sides', { debit: money(debit), credit: money(credit) }) }),
      });
    await expect(send(154, '1,316,039.40', '1,316,039.39')).toBeVisible();
    await expect(grid(page).getByRole('row').nth(1)).toContainText(t('entries-preview.out.journal'));
    await tick('OD').press('Space');
    await tick('BQ').press('Space');
    const sums = (part: 'journals' | 'classes' | 'months', name: string | RegExp) =>
      dialog(page)
        .getByRole('table', { name: t(`entries-preview.${part}`) })
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name }) })
        .getByRole('cell');
    await expect(sums('journals', /\bVE\b/)).toHaveText([amount('34,449.15'), amount('34,449.15')]);
    await expect(sums('journals', /\bOD\b/)).toHaveText([amount('0.00'), amount('0.00')]);
    await expect(sums('journals', /\bAC\b/)).toHaveText([amount('9,543.02'), amount('9,543.02')]);
    await expect(sums('classes', t('entries-preview.class.number', { number: 6 }))).toHaveText(SIXTH.map(amount));
    await expect(sums('months', language === 'en' ? 'February 2026' : 'février 2026')).toHaveText(FEBRUARY.map(amount));
    const both = dialog(page).getByRole('button', { name: t('entries-preview.send', { count: 115, totals: money('55,235.69') }) });
    await both.press('Enter');
    await expect(dialog(page)).toBeHidden();
    expect(host.state.consents).toMatchObject([{ lines: 115, choice: { withoutJournals: ['AN', 'BQ', 'OD'] }, byItself: false }]);
  });

  test(`of lines that were sent before, the new ones go alone, or all after one more question: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory(STORY, { ...DOCUMENTS, language, theme });
    await open(page, CHECKED.repeated).click();
    const said = dialog(page).getByText(/^\W?3 (such|lignes)/);
    await expect
      .poll(async () => (await said.innerText()).replaceAll(/\p{Cf}/gu, ''))
      .toBe(
        language === 'en'
          ? '3 such lines were sent, 4 are in this file: 1 is new.'
          : '3 lignes semblables ont été envoyées, le fichier en compte 4\u00a0: 1 est nouvelle.',
      );
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
    await dialog(page)
      .getByRole('button', { name: t('entries-preview.overlap.show') })
      .click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
    await expect(grid(page).getByText(t('entries-preview.out.repeated'))).toHaveCount(3);
    await dialog(page)
      .getByRole('button', { name: t('entries-preview.send-all') })
      .click();
    const sure = page.getByRole('alertdialog', { name: t('entries-preview.twice', { count: 3 }) });
    await sure.getByRole('button', { name: t('common.cancel') }).click();
    expect(host.state.consents).toBeUndefined();
    const fresh = t('entries-preview.sides', { debit: money('2,497.55'), credit: money('0.00') });
    await dialog(page)
      .getByRole('button', { name: t('entries-preview.send-new', { count: 1, totals: fresh }) })
      .click();
    await expect(dialog(page)).toBeHidden();
    expect(host.state.consents).toMatchObject([{ lines: 1, choice: { withoutLines: [[0, 2]] }, twice: false }]);
    await open(page, CHECKED.allSent).click();
    await expect(dialog(page)).toContainText(t('entries-preview.nothing'));
    await dialog(page)
      .getByRole('button', { name: t('entries-preview.send-all') })
      .click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(dialog(page)).toBeHidden();
    expect(host.state.consents?.[1]).toMatchObject({ lines: 4, choice: { withoutLines: [] }, twice: true });
  });

  test(`errors stand beside their lines, and nothing can be sent: ${language}`, async ({ page, openStory }) => {
    await openStory(STORY, { ...DOCUMENTS, language, theme });
    await listRow(page, CHECKED.faulty).focus();
    await page.keyboard.press('Enter');
    await open(page, CHECKED.faulty, 'errors').click();
    await expect(dialog(page)).toContainText(t('entries-preview.only-errors'));
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '159');
    const next = dialog(page).getByRole('button', { name: t('entries-preview.remark.next') });
    const places = [
      t('entries.place.name', { line: 6, name: 'EcritureDate' }),
      t('entries.place.name', { line: 10, name: 'Debit' }),
      t('entries.place', { line: 21 }),
    ];
    for (const [at, place] of places.entries()) {
      await next.press('Enter');
      await expect(dialog(page).getByRole('status')).toContainText(place);
      const row = [6, 10, 21][at] ?? 0;
      await expect(grid(page).locator(`[aria-rowindex="${row}"]`)).toContainText(t('entries-preview.error.said'));
      await expect(grid(page).locator(`[aria-rowindex="${row}"]`)).toBeInViewport();
    }
    await dialog(page)
      .getByRole('button', { name: t('entries-preview.remark.previous') })
      .click();
    await expect(dialog(page).getByRole('status')).toContainText(places[1] ?? '');
    await expect(dialog(page).getByRole('button', { name: /^(Send|Envoyer) \d/ })).toHaveCount(0);
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
  });

  test(`lines that were sent are only shown, with the proof that they are the same: ${language}`, async ({ page, openStory }) => {
    const host = await openStory(STORY, { ...DOCUMENTS, language, theme });
    await listRow(page, CHECKED.sent).focus();
    await page.keyboard.press('Enter');
    await open(page, CHECKED.sent, 'look').click();
    await expect(dialog(page)).toContainText(t('entries-preview.sent.same'));
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(0);
    await expect(dialog(page).getByRole('contentinfo')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    host.state.items = host.state.items.map((item) =>
      item.name === CHECKED.sent && item.entries !== undefined
        ? { ...item, entries: { ...item.entries, linesSha256: 'f'.repeat(64) } }
        : item,
    );
    host.ring();
    await open(page, CHECKED.sent, 'look').click();
    await expect(dialog(page)).toContainText(t('entries-preview.sent.different'));
    await page.keyboard.press('Escape');
    // Of a batch in parts, the hash is that of one part.
    host.state.items = host.state.items.map((item) =>
      item.name === CHECKED.sent && item.entries !== undefined ? { ...item, entries: { ...item.entries, part: { n: 2, of: 2 } } } : item,
    );
    host.ring();
    await open(page, CHECKED.sent, 'look').click();
    // By then the hash of what is shown has been taken.
    await tabTo(page, grid(page).getByRole('row').nth(1));
    await page.keyboard.press('End');
    await expect(grid(page).locator('[aria-rowindex="13"]')).toBeFocused();
    await expect(dialog(page)).not.toContainText(t('entries-preview.sent.different'));
  });
}

/** Class 6 of the journals VE, AC and PAIE, and February of them: added up from the file by another program. */
const SIXTH = ['19,687.73', '0.00'];
const FEBRUARY = ['19,006.06', '19,006.06'];

const t = translator('en');

test('a consent to what has changed, was answered or repeats is told in words, and the file can be read again', async ({
  page,
  openState,
}) => {
  const state = changed(STORY, {});
  const { entriesOf } = state;
  let became: 'changed' | 'not-asked' | 'repeats' | 'unreadable' | 'too-large' | undefined = 'changed';
  await openState(
    {
      ...state,
      entriesOf: (item) => {
        const file = entriesOf?.(item) ?? null;
        return file === null || became === undefined ? file : { ...file, became };
      },
    },
    DOCUMENTS.place,
  );
  await page.getByRole('button', { name: `${t('entries-preview.open.check')} – ${CHECKED.sales}` }).click();
  const send = dialog(page).getByRole('button', { name: /^Send 60 lines/ });
  for (const one of ['changed', 'not-asked', 'repeats', 'unreadable', 'too-large'] as const) {
    became = one;
    await send.click();
    await expect(dialog(page).getByRole('alert')).toContainText(t(`entries-preview.became.${one}`));
    await dialog(page)
      .getByRole('button', { name: t('entries-preview.again') })
      .click();
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  }
  became = undefined;
  await send.click();
  await expect(dialog(page)).toBeHidden();
});

test('a file that is gone says so; one that cannot be cut cannot be sent, one in parts can', async ({ page, openStory }) => {
  await openStory(STORY, DOCUMENTS);
  const open = (name: string) => page.getByRole('button', { name: `${t('entries-preview.open.check')} – ${name}` }).click();
  await open(CHECKED.gone);
  await expect(dialog(page).getByRole('alert')).toContainText(t('preview.none.gone'));
  await page.keyboard.press('Escape');
  await open(CHECKED.uncut);
  await expect(dialog(page)).toContainText(t('entries-preview.cannot.out-of-balance'));
  await expect(dialog(page).getByRole('button', { name: /^Send/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await open(CHECKED.large);
  await expect(dialog(page)).toContainText(t('entries-preview.parts', { count: 3 }));
  await expect(dialog(page).getByRole('button', { name: /^Send/ })).toBeEnabled();
});

test('quick yeses answer no question about entries: neither in the row nor in its menu', async ({ page, openStory }) => {
  await openStory(STORY, DOCUMENTS);
  await page.getByRole('button', { name: t('list.actions', { name: CHECKED.sales }) }).click();
  await expect(page.getByRole('menuitem', { name: t('document.ignore') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('document.send'), exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `${t('document.send')} – ${CHECKED.sales}` })).toHaveCount(0);
});

test('of a hundred thousand lines only those in sight are in the page', async ({ page, openState }) => {
  const state = changed(STORY, {});
  const file = { name: CHECKED.books, bytes: booksOf(100_000) };
  const items = state.items.filter(({ name }) => name === CHECKED.books);
  await openState({ ...state, items, entriesOf: () => file }, DOCUMENTS.place);
  await page.getByRole('button', { name: `${t('entries-preview.open.check')} – ${CHECKED.books}` }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001', { timeout: 90_000 });
  for (const [key, line] of [
    ['End', '100,001'],
    ['Home', '2'],
  ] as const) {
    await grid(page).locator('[role=row][tabindex="0"]').press(key);
    await expect(grid(page).locator('[role=row]:focus [role=gridcell]').first()).toHaveText(line);
    expect(await page.locator('[role=row]').count()).toBeLessThan(80);
  }
  await grid(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect(grid(page).getByRole('gridcell', { name: '50,005', exact: true })).toBeInViewport();
  expect(await page.locator('[role=row]').count()).toBeLessThan(80);
});
