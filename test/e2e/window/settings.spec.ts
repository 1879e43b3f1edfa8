import { readFileSync } from 'node:fs';
import { expect } from 'playwright/test';
import { TRY_FAULTS } from '#shared/app-api/diagnostics.ts';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';
import { installFaultSchema, updateObstacleSchema, type UpdatesView } from '#shared/app-api/updates.ts';
import { findViolations } from '../axe.ts';
import { dropFiles, filesToDrop, folderTarget } from './drop-files.ts';
import { STORIES } from './stories/stories.ts';

const en = translator('en');

test('each section has its address, and what is changed is saved at once and said', async ({ page, openStory }) => {
  const host = await openStory('all accepted', { place: '#/settings/general' });
  await page.getByText('Start with the computer').click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect.poll(() => host.state.settings.startAtLogin).toBe(false);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL(/#\/settings\/notifications$/);
  await page.getByText('Quiet hours', { exact: true }).click();
  await page.getByLabel('From').fill('21:30');
  await page.getByLabel('To', { exact: true }).fill('06:15');
  await page.getByLabel('To', { exact: true }).blur();
  await expect.poll(() => host.state.settings.quietHours).toEqual({ from: 21 * 60 + 30, to: 6 * 60 + 15 });
  await page.getByText('Once a day, all together').click();
  await expect.poll(() => host.state.settings.digestAt).toBe(9 * 60);
});

test('two fields that are left before the first is answered are both saved', async ({ page, openStory }) => {
  const host = await openStory('all accepted', { place: '#/settings/notifications' });
  await page.getByText('Quiet hours', { exact: true }).click();
  await expect.poll(() => host.state.settings.quietHours).not.toBeNull();
  const bothAreSent = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/settings/change', async (route) => {
    const response = await route.fetch();
    sent += 1;
    if (sent === 2) bothAreSent.resolve();
    await bothAreSent.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('From').fill('21:30');
  await page.getByLabel('To', { exact: true }).fill('06:15');
  await page.getByLabel('To', { exact: true }).blur();
  await expect.poll(() => host.state.settings.quietHours).toEqual({ from: 21 * 60 + 30, to: 6 * 60 + 15 });
  await expect(page.getByLabel('From')).toHaveValue('21:30');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('06:15');
  expect(sent).toBe(2);
});

test('the browsers are a section of the headless host alone, which says what could not be done', async ({ page, openStory, context }) => {
  await openStory('in a browser', { place: '#/settings/browsers', host: 'electron' });
  await expect(page.getByRole('heading', { name: en('settings.general') })).toBeVisible();
  await expect(page.getByRole('link', { name: en('settings.section.browsers') })).toHaveCount(0);
  const host = await openStory('in a browser', { place: '#/settings/browsers' });
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await context.route('**/browsers/end', (route) => route.abort());
  await rows.last().getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText(en('common.unexpected'));
  await rows.first().getByRole('button').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: en('browsers.end') }).click();
  await expect(dialog.getByRole('alert')).toContainText(en('common.unexpected'));
  await context.unroute('**/browsers/end');
  await dialog.getByRole('button', { name: en('common.cancel') }).click();
  // A session that ended by itself just now is signed out as well.
  const gone = host.sessions.all().at(0)?.id ?? '';
  await context.route('**/browsers/end', async (route) => {
    host.sessions.end(gone);
    await route.continue();
  });
  await rows.last().getByRole('button').click();
  await expect(page.getByText(en('browsers.told.one', { name: en('browsers.unknown') }))).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(rows).toHaveCount(2);
});

test('starting with the computer is not offered where nothing could do it', async ({ page, openStory }) => {
  const host = await openStory('all accepted', { place: '#/settings' });
  await expect(page.getByText('Start with the computer')).toBeVisible();
  const { startsAtLogin: _left, ...rest } = host.state.info;
  host.state.info = rest;
  host.ring();
  await expect(page.getByText('Start with the computer')).toBeHidden();
});

for (const [system, place] of [
  ['windows', 'Task Manager'],
  ['macos', 'Login Items'],
  ['linux', 'Tweaks'],
] as const)
  test(`the switch of ${system} wins over ours, which shows it and says where it is`, async ({ page, openStory }) => {
    const host = await openStory('all accepted', { place: '#/settings' });
    const toggle = page.getByRole('switch', { name: /^Start with the computer/ });
    await expect(toggle).toBeChecked();
    host.state.info = { ...host.state.info, startsAtLogin: { is: 'switched-off', system } };
    host.ring();
    await expect(toggle).not.toBeChecked();
    await expect(toggle).toBeDisabled();
    await expect(page.getByText(en(`settings.start.off.${system}`))).toContainText(place);
  });

test('what was taken out of the system’s list is shown as off, and put back by a person alone', async ({ page, openStory }) => {
  const host = await openStory('all accepted', { place: '#/settings' });
  host.state.info = { ...host.state.info, startsAtLogin: { is: 'absent', system: 'linux' } };
  host.ring();
  const toggle = page.getByRole('switch', { name: /^Start with the computer/ });
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText(en('settings.start.absent'))).toBeVisible();
  const asked = page.waitForRequest('**/settings/change');
  await page.getByText('Start with the computer').click();
  expect((await asked).postData()).toContain('"startAtLogin":true');
});

test('waiting on battery is offered where the computer has one, and said where documents wait', async ({ page, openStory }) => {
  const host = await openStory('waiting on battery');
  await expect(page.getByText(/until this computer is plugged in$/)).toBeVisible();
  await page.getByRole('button', { name: 'Open the settings' }).click();
  await page.getByText('Wait while on battery').click();
  await expect.poll(() => host.state.settings.waitOnBattery).toBe(true);
  host.state.info = { ...host.state.info, hasBattery: false };
  host.ring();
  await expect(page.getByText('Wait while on battery')).toBeHidden();
});

test('trying it out says how long it took, or what failed and what to do', async ({ page, openStory }) => {
  const host = await openStory('all accepted', { place: '#/settings/connection' });
  await page.getByRole('button', { name: 'Test the import service' }).click();
  await expect(page.getByText('Works: answered in')).toBeVisible();
  for (const kind of TRY_FAULTS) {
    host.state.tryFault = { kind, code: `code-of-${kind}` };
    await page.getByRole('button', { name: 'Test Intray’s server' }).click();
    await expect(page.getByRole('alert')).toContainText(en(`try-out.fault.${kind}`));
    await expect(page.getByRole('alert')).toContainText(en(`try-out.fault.${kind}.next`));
    await expect(page.getByRole('alert')).toContainText(`code-of-${kind}`);
  }
});

test('the report is saved as a file: by the desktop app where the person says, by a browser as a download', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/settings/diagnostics' });
  await page.getByRole('button', { name: en('diagnostics.report.save') }).click();
  await expect(page.getByRole('status').filter({ hasText: en('diagnostics.report.saved') })).toBeVisible();

  await openStory('every state', { place: '#/settings/diagnostics', host: 'headless' });
  await page.getByText('Read it first').click();
  const report = page.getByRole('textbox', { name: 'Report' });
  await expect(report).toHaveValue(/^Intray /);
  const shown = await report.inputValue();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: en('diagnostics.report.save') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Intray \d{4}-\d\d-\d\d\.txt$/);
  expect(readFileSync(await file.path(), 'utf8')).toBe(shown);
});

test('the report is there to be read first, and copied without a name in it', async ({ page, openStory, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStory('every state', { place: '#/settings/diagnostics' });
  await expect(page.getByText('Boulangerie Marchand – Purchases')).toBeVisible();
  await page.getByText('Read it first').click();
  const report = page.getByRole('textbox', { name: 'Report' });
  await expect(report).toHaveValue(/^Intray 0\.1\.0 \(electron\), report of /);
  await page.getByRole('button', { name: 'Copy the report' }).click();
  await expect(page.getByText('Copied. Paste it into your message.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await report.inputValue());
  for (const name of ['Boulangerie', 'Garage', '/home/anne', '.pdf']) expect(copied).not.toContain(name);
});

const t = translator('en');
const NOTES = { en: 'Faster.', fr: 'Plus rapide.' };
const PLACE = '#/settings/general';

test('the settings say why this installation cannot replace itself, and what to do', async ({ page, openState }) => {
  for (const obstacle of updateObstacleSchema.options) {
    await openState(seen({ kind: 'held', obstacle }), PLACE);
    await expect(page.getByText(t('updates.held'), { exact: true })).toBeVisible();
    await expect(page.getByText(t(`updates.held.${obstacle}`), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('updates.restart') })).toHaveCount(0);
  }
});

test('the settings say which update could not be put in place, and why', async ({ page, openState }) => {
  for (const why of installFaultSchema.options) {
    await openState(seen({ kind: 'current', checkedAt: null, fault: null, failed: { version: '1.4.0', why } }), PLACE);
    await expect(page.getByText(t('updates.failed', { version: '1.4.0' }))).toBeVisible();
    await expect(page.getByText(t(`updates.failed.${why}`))).toBeVisible();
  }
});

test('an update that failed can be asked for again', async ({ page, openState, complaints }) => {
  const failed = { version: '1.4.0', why: 'not-allowed' } as const;
  const host = await openState(seen({ kind: 'ready', version: '1.4.0', notes: NOTES, asked: false, failed }), PLACE);
  await expect(page.getByText(t('updates.failed.not-allowed'))).toBeVisible();
  await page.getByRole('button', { name: t('updates.restart') }).click();
  await expect(page.getByText(t('updates.ready.asked'))).toBeVisible();
  expect(host.state.updates).toMatchObject({ asked: true });
  expect(complaints).toEqual([]);
});

test('what is said about updates can be read by everybody, in French and in a narrow window', async ({ page, openState }) => {
  await page.setViewportSize({ width: 420, height: 900 });
  const state = seen({ kind: 'held', obstacle: 'foreign-place' });
  await openState({ ...state, settings: { ...state.settings, language: 'fr' } }, PLACE);
  await expect(page.getByText(translator('fr')('updates.held.foreign-place'), { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});

function seen(updates: UpdatesView) {
  return { ...STORIES['every state'](), updates };
}

test('files go by the address that was given in this tab, and by none that cannot be sent', async ({ page, openStory }) => {
  const host = await openStory('in a browser', { place: '#/settings/browsers' });
  const address = page.getByRole('textbox', { name: en('browsers.email'), exact: true });
  const give = async (text: string, name: string) => {
    await page.evaluate(() => {
      window.location.hash = '#/settings/browsers';
    });
    await address.fill(text);
    await page.keyboard.press('Tab');
    await expect.poll(() => host.sessions.all().some(({ userEmail }) => userEmail === text)).toBe(true);
    await dropFiles(page, filesToDrop([name]), folderTarget('Purchases'));
    await expect.poll(() => host.state.items.some((item) => item.name === name)).toBe(true);
    return host.state.items.find((item) => item.name === name)?.givenBy;
  };
  expect(await give('lea@exemple.fr', 'one.pdf')).toBe('lea@exemple.fr');
  expect(await give('lea@', 'two.pdf')).toBeUndefined();
  await expect(page.getByText(en('settings.email.odd'))).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});
