import { writeFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { appArguments, launch, readVisible, secondStart, test } from './intray.ts';

const t = translator('en');
const CODE = 'AAAAAAAAAAAAAAAAAAAAAA';
const WRONG_LINK = `intray://wrong.example/invitation#1.${CODE}`;
const LINK = `intray://intray.cabinet.example/invitation#1.${CODE}`;

test.describe('an invitation', () => {
  test('that the system starts Intray with is asked about, and nobody is asked over the network before', async ({ intray }) => {
    await intray.app.close();
    const app = await launch(intray.binary, intray.profile, ['--', LINK]);
    try {
      await isAskedAbout(await app.firstWindow(), 'intray.cabinet.example');
    } finally {
      await app.close();
    }
  });

  test('that reaches a running Intray by a file comes into its window, also when that was closed', async ({ intray }, testInfo) => {
    const { app, window, binary, profile } = intray;
    const file = testInfo.outputPath('Exemple SARL (1).intray');
    writeFileSync(file, `https://autre.cabinet.example/invitation#1.${CODE}\n`);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await secondStart(binary, [...appArguments(profile), '--', file]);
    await isAskedAbout(window, 'autre.cabinet.example');
    await expect.poll(() => readVisible(app)).toEqual([true]);
  });

  test('in place of another one is the one that is asked about', async ({ intray: { window, binary, profile } }) => {
    await secondStart(binary, [...appArguments(profile), '--', LINK]);
    await isAskedAbout(window, 'intray.cabinet.example');
    await secondStart(binary, [...appArguments(profile), '--', LINK.replace('intray.cabinet', 'neu.cabinet')]);
    await isAskedAbout(window, 'neu.cabinet.example');
  });

  test('that leads back to this computer is refused in words', async ({ intray: { window, binary, profile } }) => {
    await secondStart(binary, [...appArguments(profile), '--', `intray://localhost/invitation#1.${CODE}`]);
    await expect(window.getByRole('alert')).toContainText(t('invitation.fault.loopback'));
    await expect(window.getByRole('heading', { name: t('invitation.relay'), exact: true })).toBeHidden();
  });

  for (const [what, words] of [
    ['stands before the dashes', [WRONG_LINK]],
    ['is one of two words', ['--', WRONG_LINK, '--gpu-launcher=calc']],
    ['carries a switch', ['--', `${WRONG_LINK} --gpu-launcher=calc`]],
    ['is a file of another kind', ['--', '/etc/hostname']],
  ] as const)
    test(`that ${what} is none`, async ({ intray: { window, binary, profile } }) => {
      await expect(window.getByRole('heading', { name: t('invitation.title'), exact: true })).toBeVisible();
      const shown = await watchHeadings(window);
      await secondStart(binary, [...appArguments(profile), ...words]);
      // A right one comes after it, so the wrong one was read before.
      await secondStart(binary, [...appArguments(profile), '--', LINK]);
      await isAskedAbout(window, 'intray.cabinet.example');
      expect(await shown()).toEqual([t('invitation.title'), t('invitation.relay')]);
    });
});

/** Every question that the window has shown since, with all that stood below it; an error counts as one. */
async function watchHeadings(window: Page): Promise<() => Promise<readonly string[]>> {
  await window.evaluate(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    new MutationObserver(() => {
      const heading = document.querySelector('[role=alert]') ?? document.querySelector('h2');
      const text = document.body.innerText.includes('wrong.example') ? 'wrong.example' : (heading?.textContent ?? '');
      if (shown.at(-1) !== text) shown.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => window.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}

/** The relay is not known to this build, so its domain has to be typed before anything is fetched. */
async function isAskedAbout(window: Page, host: string): Promise<void> {
  await expect(window.getByRole('heading', { name: t('invitation.relay'), exact: true })).toBeVisible();
  await expect(window.getByText(host, { exact: true })).toBeVisible();
  await expect(window.getByLabel(t('invitation.relay.type'))).toBeFocused();
}
