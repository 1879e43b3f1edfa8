import { expect, type Page } from 'playwright/test';
import { CONNECT_FAULTS } from '#shared/app-api/faults.ts';
import { en } from '#shared/i18n/en.ts';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { byHand, openAdvanced } from '../axe.ts';
import { test } from './stories/story-page.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { StoryName } from './stories/stories.ts';
import { everyState } from './stories/story-items.ts';

const SECRET = 'a-secret-that-stays-in-one-field';

test('a person connects the first company and its two folders, with the keyboard alone', async ({ page, openStory }) => {
  const host = await openStory('first run');
  await byHand(page, translator('en'));
  await expect(page.getByLabel('Connection identifier')).toBeFocused();
  await page.keyboard.type(` ${storyId(77)} `);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`  ${SECRET} `);
  await page.getByLabel('Company name').focus();
  await page.keyboard.type('Chez Anne');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Chez Anne.? is connected/)).toBeVisible();
  expect(host.secrets).toEqual([SECRET]);
  await page.getByRole('button', { name: 'Choose the folder for purchases…' }).press('Enter');
  await page.getByRole('button', { name: 'Use it, and ask me about them' }).press('Enter');
  await expect(page.getByText('/home/anne/Scans/Achats')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('button', { name: 'Go to the overview' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No documents yet');
});

test('every reason why a connection is not made is told with what to do, and the secret is gone from the page', async ({
  page,
  openStory,
}) => {
  const host = await openStory('first run');
  await byHand(page, translator('en'));
  await page.setViewportSize({ width: 900, height: 600 });
  for (const kind of CONNECT_FAULTS) {
    host.state.connectFault = { kind };
    await fill(page);
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await expect(page.getByRole('alert')).toContainText(en[`connect.fault.${kind}`]);
    await expect(page.getByRole('alert')).toContainText(en[`connect.fault.${kind}.next`]);
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Secret', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Company name')).toHaveValue('Chez Anne');
  }
  expect(await page.content()).not.toContain(SECRET);
});

test('what cannot be right is said at the field, and nothing is asked', async ({ page, openStory }) => {
  const host = await openStory('first run', { language: 'fr' });
  await byHand(page, translator('fr'));
  await page.getByLabel('Identifiant de connexion').fill('1234');
  await page.getByRole('button', { name: 'Vérifier et connecter' }).click();
  await expect(page.getByText('Ce n’est pas un identifiant')).toBeVisible();
  await expect(page.getByText('Collez le secret.')).toBeVisible();
  await expect(page.getByText('Donnez un nom à la société.')).toBeVisible();
  expect(host.secrets).toEqual([]);
});

test('a field that was left empty says what belongs into it, and nothing of a form', async ({ page, openStory }) => {
  const host = await openStory('first run', { language: 'fr' });
  await byHand(page, translator('fr'));
  await page.getByRole('button', { name: 'Vérifier et connecter' }).click();
  await expect(page.getByText('Collez l’identifiant.')).toBeVisible();
  await expect(page.getByText('Ce n’est pas un identifiant')).toBeHidden();
  expect(host.secrets).toEqual([]);
});

test('the secret is hidden unless the person looks', async ({ page, openStory }) => {
  await openStory('first run');
  await byHand(page, translator('en'));
  const secret = page.getByLabel('Secret', { exact: true });
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
});

test('an installation that knows no service is set up first', async ({ page, openStory }) => {
  const host = await openStory('not set up');
  await expect(page.getByRole('button', { name: en['invitation.by-hand'] })).toHaveCount(0);
  await openAdvanced(page, translator('en'));
  const json = page.getByLabel('File with the addresses');
  await json.fill('{"service": {"baseUrl": "ftp://x"}}');
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByText(/service\.baseUrl.{1,3} is missing or not right/)).toBeVisible();
  const address = 'https://service.example.com';
  // Half of it used to do nothing, without a word.
  await json.fill(JSON.stringify({ relayUrl: address }));
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByText(/service.{1,3} is not in it, and nothing works without it/)).toBeVisible();
  expect(host.state.settings.relayUrl).toBeNull();
  await json.fill(JSON.stringify({ relayUrl: address, service: { baseUrl: address, authUrl: address, jwksUrl: address, issuer: 'i' } }));
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByLabel('Connection identifier')).toBeVisible();
  expect(host.state.settings.service?.baseUrl).toBe(address);
});

test('a connection that ended is made again, and says that the documents waited', async ({ page, openStory }) => {
  const host = await openStory('connection ended');
  await expect(page.getByText('The connection has ended.')).toContainText('Your documents wait.');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByLabel('Connection identifier').fill(storyId(78));
  await page.getByLabel('Secret', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Check and connect' }).click();
  await expect(page.getByRole('dialog')).toContainText('is connected again');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No longer connected')).toBeHidden();
  expect(host.secrets).toEqual([SECRET]);
});

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Connection identifier').fill(storyId(77));
  await page.getByLabel('Secret', { exact: true }).fill(SECRET);
  await page.getByLabel('Company name').fill('Chez Anne');
}

const english = translator('en');

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
    await expect(dialog.getByText(english(`reconnect.cause.${cause}`), { exact: true })).toBeVisible();
    await expect(dialog.getByText(english(`reconnect.cause.${cause}.text`))).toBeVisible();
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

test('a company is removed after its meaning was said, and its documents stay, marked', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/companies' });
  const [company] = host.state.overview.companies;
  const name = company?.name ?? '';
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('no longer be watched');
  await expect(dialog).toContainText('will not be sent');
  await expect(dialog).toContainText('will not be read here');
  await expect(dialog).toContainText('sends nothing twice');
  await expect(dialog).toContainText('the secret stays until the server has confirmed that');
  await expect(dialog).toContainText('After 7 days the server deletes');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  expect(host.state.overview.removed).toMatchObject([{ name }]);
  await page.getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('grid').getByText(`${name} (removed)`).first()).toBeVisible();
  const item = host.state.items.find(({ companyId }) => companyId === company?.id);
  await page
    .getByRole('row', { name: item?.name ?? '' })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Document' });
  await expect(panel.getByText('This company was removed from Intray')).toBeVisible();
});

test('the computers that read the answers are shown, and one is sent away after its meaning was said', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/companies' });
  await page.getByRole('button', { name: /^Actions for .*Boulangerie Marchand/ }).click();
  await page.getByRole('menuitem', { name: 'Computers…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText('This computer, since');
  await expect(dialog.getByRole('listitem').first().getByRole('button')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Remove this computer: .*Portable de l’atelier/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('reads no more results');
  await question.getByRole('button', { name: 'Remove this computer' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  expect(host.state.computers).toMatchObject([{ name: 'PC-Accueil' }]);
});

test('computers cannot be shown while the relay is out of reach, and that is said', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/companies' });
  host.state.computers = undefined;
  await page.getByRole('button', { name: /^Actions for .*Boulangerie Marchand/ }).click();
  await page.getByRole('menuitem', { name: 'Computers…' }).click();
  await expect(page.getByRole('alert')).toContainText('Intray’s server cannot be reached now');
});

test('a folder on another computer is asked about, and added once the person knows that computer', async ({ page, openStory }) => {
  const host = await openStory('folder on another computer', { place: '#/companies' });
  const before = host.state.overview.folders.length;
  await page.getByRole('button', { name: 'Add a folder' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/another computer, .?serveur/);
  await expect(dialog.getByRole('alert')).toContainText('a form of your password');
  await expect(dialog.getByRole('button', { name: 'Add a folder' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'I know this computer, continue' }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Use it, and ask me about them' }).click();
  await expect(dialog).toBeHidden();
  expect(host.state.overview.folders).toHaveLength(before + 1);
});
