import { expect } from 'playwright/test';
import { installFaultSchema, type UpdatesView, updateObstacleSchema } from '#shared/app-api/updates.ts';
import { translator } from '#shared/i18n/translate.ts';
import { findViolations } from '../axe.ts';
import { STORIES } from './stories/stories.ts';
import { test } from './stories/story-page.ts';

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
