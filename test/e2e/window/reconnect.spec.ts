import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import type { StoryName } from './stories/stories.ts';
import { everyState } from './stories/story-items.ts';
import { test } from './stories/story-page.ts';

const en = translator('en');

for (const [story, cause, asks] of [
  ['secret wrong', 'wrong-secret', 'secret'],
  ['secret lost', 'no-secret', 'secret'],
  ['connection ended', 'revoked', 'both'],
  ['company closed', 'SMB_CLOSED', 'both'],
  ['company not found', 'SMB_NOTFOUND', 'both'],
  ['accountant closed', 'CPA_CLOSED', 'both'],
  ['ended without a reason', 'unknown', 'both'],
  ['partner refused', 'partner', 'nothing'],
  ['credentials refused', 'credentials', 'nothing'],
  ['keychain locked', 'secrets', 'nothing'],
  ['clock wrong', 'clock', 'nothing'],
  ['network gone', 'network', 'nothing'],
  ['service unclear', 'doubt', 'nothing'],
] as const satisfies readonly (readonly [StoryName, string, string])[]) {
  test(`where the matter is “${cause}” it is said, and ${asks} is asked for`, async ({ page, openStory }) => {
    await openStory(story, { place: '#/companies' });
    await page.getByRole('button', { name: asks === 'nothing' ? 'What is wrong?' : 'Reconnect', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(en(`reconnect.cause.${cause}`), { exact: true })).toBeVisible();
    await expect(dialog.getByText(en(`reconnect.cause.${cause}.text`))).toBeVisible();
    await expect(dialog.getByText('Nothing is sent twice')).toBeVisible();
    await expect(dialog.getByLabel('Secret', { exact: true })).toHaveCount(asks === 'nothing' ? 0 : 1);
    await expect(dialog.getByLabel('Connection identifier')).toHaveCount(asks === 'both' ? 1 : 0);
  });
}

test('a secret alone reconnects, the queue is counted before and seen to leave after', async ({ page, openStory }) => {
  const host = await openStory('secret wrong', { place: '#/companies' });
  const [company] = host.state.overview.companies;
  const [one, two] = everyState();
  if (company === undefined || one === undefined || two === undefined) throw new Error('the story has them');
  const waits = (item: Item): Item => ({ ...item, companyId: company.id, state: { kind: 'waiting', dueAt: item.foundAt, last: null } });
  host.state.items = [waits(one), waits(two)];
  host.ring();
  await page.getByRole('button', { name: 'Reconnect', exact: true }).click();
  await expect(page.getByText('2 documents are waiting and leave')).toBeVisible();
  await page.getByLabel('Secret', { exact: true }).fill('the right one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 documents have yet to leave.')).toBeVisible();
  host.state.items = [waits(one)];
  host.ring();
  await expect(page.getByText('1 document has yet to leave.')).toBeVisible();
  host.state.items = [];
  host.ring();
  await expect(page.getByText('Everything that was waiting has left.')).toBeVisible();
  expect(host.secrets).toEqual(['the right one']);
});

test('who was given a new identifier too can say so, and one that another company has is refused at the field', async ({
  page,
  openStory,
}) => {
  await openStory('secret wrong', { place: '#/companies' });
  await page.getByRole('button', { name: 'Reconnect', exact: true }).click();
  await page.getByRole('button', { name: 'I was also given a new identifier' }).click();
  await page.getByLabel('Connection identifier').fill(storyId(78));
  await expect(page.getByText('The format is right.')).toBeVisible();
});

test('where nothing is to be pasted the service is asked again, and the dialog says that it works', async ({ page, openStory }) => {
  await openStory('partner refused', { place: '#/companies' });
  await page.getByRole('button', { name: 'What is wrong?' }).click();
  // Nothing has to be reconnected, and the dialog does not say so.
  await expect(page.getByRole('dialog', { name: /^The connection of / })).toBeVisible();
  await page.getByRole('button', { name: 'Check again now' }).click();
  await expect(page.getByText('The connection works')).toBeVisible();
});
