import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { scratchFolder } from '#test/support/folders.ts';
import { openView, STORY_NUMBER } from '#test/support/window/window-invitations.ts';
import { dropFiles } from './drop-files.ts';
import { paste, UNKNOWN_LINK } from './stories/invitation.ts';
import { STORY_LINK } from './stories/stories.ts';
import { test } from './stories/story-page.ts';

/** Words of list B: of somebody who builds software, not of somebody who runs a shop. */
const NOT_KNOWN =
  /\b(service|relais|relay|intégration|integration|JSON|webhook|journal|empreinte|SHA-?256|jeton|token|proxy|HTTPS?|URL|serveur relais)\b/i;
const STEPS_MAX = 2;
const CLICKS_MAX = 3;
const WORDS_TYPED = 1;

function aFile(text: string, name = 'Exemple.intray'): string {
  const path = join(scratchFolder('invitation'), name);
  writeFileSync(path, text);
  return path;
}

/** Counts what the user presses with the mouse, and what they type. */
async function count(page: Page): Promise<() => Promise<{ readonly clicks: number; readonly typed: number }>> {
  await page.evaluate(() => {
    addEventListener('pointerdown', () => (document.body.dataset['clicks'] = `${Number(document.body.dataset['clicks'] ?? 0) + 1}`), true);
    const fields = new Set<EventTarget | null>();
    addEventListener(
      'input',
      ({ target }) => {
        // Choosing a file is no typing.
        if (target instanceof HTMLInputElement && target.type === 'file') return;
        document.body.dataset['typed'] = `${fields.add(target).size}`;
      },
      true,
    );
  });
  return () =>
    page.evaluate(() => ({ clicks: Number(document.body.dataset['clicks'] ?? 0), typed: Number(document.body.dataset['typed'] ?? 0) }));
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`from the first start to a connected company: ${STEPS_MAX} steps, ${CLICKS_MAX} clicks, ${WORDS_TYPED} typed word, no word of a technician: ${language}`, async ({
    page,
    openStory,
    complaints,
  }) => {
    const host = await openStory('first run', { language });
    const counted = await count(page);
    const headings = new Set<string>();
    const seen = async (): Promise<void> => {
      headings.add(await page.getByRole('heading', { level: 2 }).innerText());
      expect((await wordsOn(page)).match(NOT_KNOWN)?.[0]).toBeUndefined();
    };
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('invitation.title'));
    await seen();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('invitation.choose') }).click();
    await (await chooser).setFiles(aFile(`\uFEFF${STORY_LINK}\r\n`));
    const question = { accountant: 'Cabinet Exemple', company: 'Exemple SARL' };
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('invitation.question.both', question));
    await expect(page.getByLabel(t('invitation.number'))).toBeFocused();
    await seen();
    // With spaces, as it was told by phone.
    await page.keyboard.type(STORY_NUMBER.replace(/(..)(...)(...)/, '$1 $2 $3'));
    await page.getByRole('button', { name: t('invitation.accept', { name: 'Exemple SARL' }) }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('first-run.folders'));
    const { clicks, typed } = await counted();
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    expect(typed).toBe(WORDS_TYPED);
    expect(headings.size).toBeLessThanOrEqual(STEPS_MAX);
    expect(host.state.overview.companies).toMatchObject([{ name: 'Exemple SARL' }]);
    // No folder is taken over.
    expect(host.state.overview.folders).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test(`a server that is not known is asked nothing before its address was typed, and is shown in ASCII: ${language}`, async ({
    page,
    openStory,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openStory('not set up', { language });
    const counted = await count(page);
    const look = () => asked.filter((path) => path.endsWith('/invitations/look')).length;
    await page.getByLabel(t('invitation.paste'), { exact: true }).focus();
    // The whole e-mail, with the link twice.
    await pasteText(page, `Bonjour Anne,\n\nvoici : ${UNKNOWN_LINK} .\n\n> ${UNKNOWN_LINK}\n`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('invitation.relay'));
    const host = new URL(UNKNOWN_LINK).host;
    await expect(page.getByText(host, { exact: true })).toBeVisible();
    expect((await wordsOn(page)).match(NOT_KNOWN)?.[0]).toBeUndefined();
    expect(look()).toBe(0);
    const field = page.getByLabel(t('invitation.relay.type'));
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: t('invitation.relay.do') }).click();
    await expect(page.getByText(t('invitation.relay.missing'))).toBeVisible();
    expect(look()).toBe(0);
    await field.fill('intray.cabinet-vilar.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(t('invitation.fault.relay-not-confirmed'));
    await field.fill(host);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(t('invitation.number'))).toBeVisible();
    await expect(shownAt(page, t('invitation.from'))).toContainText(host);
    await expect(shownAt(page, t('invitation.to'))).toHaveText('service.example.com');
    expect((await counted()).clicks).toBeLessThanOrEqual(CLICKS_MAX);
  });

  test(`each address is said by what is there, and a relay that names itself for the documents is warned of: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('invitation of a relay that names itself', { language });
    await paste(page, t, STORY_LINK);
    const real = 'login.real-service.example';
    await expect(shownAt(page, t('invitation.to'))).toHaveText('relay.example.com');
    await expect(shownAt(page, t('invitation.sign-in'))).toHaveText(real);
    await expect(shownAt(page, t('invitation.keys'))).toHaveText(real);
    await expect(shownAt(page, t('invitation.from'))).toHaveText(`relay.example.com${t('invitation.from.secret')}`);
    await expect(shownAt(page, t('invitation.partner')).locator('img')).toHaveJSProperty('naturalWidth', 48);
    await expect(page.getByText(t('invitation.hosts.documents', { host: 'relay.example.com', rest: real }))).toBeVisible();
    // It is read out with the field that the user is led to, and without the mouse.
    const field = page.getByLabel(t('invitation.number'));
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/relay\.example\.com.*login\.real-service\.example/);
    expect((await wordsOn(page)).match(NOT_KNOWN)?.[0]).toBeUndefined();
  });

  test(`the one address that differs is named, and three equal ones are said to be one: ${language}`, async ({ page, openStory }) => {
    const [usual, other] = ['service.example.com', 'xn--servic-8of.example.com:8443'];
    const hosts = { documents: usual, signIn: usual, keys: usual };
    const host = await openStory('first run', { language });
    for (const [serviceHosts, key] of [
      [hosts, 'invitation.hosts.same'],
      [{ ...hosts, documents: other }, 'invitation.hosts.documents'],
      [{ ...hosts, signIn: other }, 'invitation.hosts.sign-in'],
      [{ ...hosts, keys: other }, 'invitation.hosts.keys'],
      [{ ...hosts, documents: other, keys: 'keys.example' }, 'invitation.hosts.each'],
    ] as const) {
      host.state.invitation = { view: openView({ serviceHosts }) };
      await paste(page, t, STORY_LINK);
      await expect(page.getByText(t(key, { host: other, rest: usual }))).toBeVisible();
      await expect(shownAt(page, t('invitation.to'))).toHaveText(serviceHosts.documents);
      await expect(shownAt(page, t('invitation.sign-in'))).toHaveText(serviceHosts.signIn);
      await expect(shownAt(page, t('invitation.keys'))).toHaveText(serviceHosts.keys);
      await page.getByRole('button', { name: t('invitation.refuse') }).click();
    }
  });

  test(`what is not told is said as not told, and the secret is typed in: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('invitation without a secret', { language });
    await paste(page, t, STORY_LINK);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('invitation.question.neither'));
    await expect(page.getByText(t('invitation.not-told'))).toHaveCount(2);
    await expect(page.getByLabel(t('connect.secret'), { exact: true })).toHaveAccessibleDescription(/same address|même adresse/);
    await page.getByRole('button', { name: t('invitation.accept.unnamed') }).click();
    await expect(page.getByText(t('connect.secret.missing'))).toBeVisible();
    await expect(page.getByText(t('invitation.name.missing'))).toBeVisible();
    await page.getByLabel(t('connect.secret'), { exact: true }).fill('a secret');
    await page.getByLabel(t('invitation.name')).fill('Chez Anne');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('first-run.folders'));
    expect(host.secrets).toEqual(['a secret']);
  });

  test(`a wrong number says how many tries are left, and a claim that broke off what is kept: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('first run', { language });
    await paste(page, t, STORY_LINK);
    const accept = page.getByRole('button', { name: t('invitation.accept', { name: 'Exemple SARL' }) });
    await page.getByLabel(t('invitation.number')).fill('1234');
    await accept.click();
    await expect(page.getByText(t('invitation.number.wrong'))).toBeVisible();
    expect(host.secrets).toEqual([]);
    await page.getByLabel(t('invitation.number')).fill('11112222');
    await accept.click();
    await expect(page.getByRole('alert')).toContainText(t('invitation.wrong-number', { count: 4 }));
    host.state.invitation = { acceptFault: { kind: 'service-unreachable', isKept: true } };
    await accept.click();
    await expect(page.getByRole('alert')).toContainText(t('invitation.kept'));
    await expect(page.getByRole('alert')).not.toContainText(t('connect.fault.service-unreachable.next'));
  });

  test(`a used invitation says when and by which computer, and one button ends it: ${language}`, async ({ page, openStory }) => {
    await openStory('invitation used', { language });
    await paste(page, t, STORY_LINK);
    await expect(page.getByRole('status')).toContainText(/(calls itself|se présente sous le nom).*PC-DE-PAUL/);
    await page.getByRole('button', { name: t('invitation.undo') }).click();
    await expect(page.getByRole('status')).toContainText(t('invitation.undone.secret'));
    await page.getByRole('button', { name: t('invitation.another') }).click();
    await expect(page.getByRole('button', { name: t('invitation.choose') })).toBeVisible();
  });

  test(`a computer that has this one’s name is not taken for it: ${language}`, async ({ page, openStory }) => {
    await openStory('invitation used by a namesake', { language });
    await paste(page, t, STORY_LINK);
    const said = page.getByRole('status');
    await expect(said).toContainText(/(calls itself|sous le nom).*PC-DE-ANNE.*(knows nothing of it here|aucune trace)/);
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect(said).toContainText(t('invitation.undone.secret'));
  });

  test(`one more company is connected by an invitation, from the page of the companies: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    await page.getByRole('button', { name: t('companies.add') }).click();
    await page.getByRole('button', { name: t('companies.invitation') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('invitation.title'));
    await dropFiles(page, [aFile(STORY_LINK)], (where) => where.getByRole('main'));
    await page.getByLabel(t('invitation.number')).fill(STORY_NUMBER);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(t('first-run.folders.text'));
    expect(host.state.overview.companies.map(({ name }) => name)).toEqual(['Boulangerie Marchand', 'Exemple SARL']);
  });

  test(`an invitation that arrives opens the question; one for other servers than those of the companies is refused: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    host.state.invitation = { arrived: { kind: 'text', id: 1, text: STORY_LINK } };
    await page.evaluate(() => {
      window.location.hash = '#/invitation';
    });
    await expect(page.getByLabel(t('invitation.number'))).toBeVisible();
    await expect.poll(() => host.state.invitation?.arrived).toBeUndefined();
    host.state.invitation = { arrived: { kind: 'text', id: 2, text: UNKNOWN_LINK } };
    host.ring();
    await expect(page.getByRole('alert')).toContainText(t('invitation.fault.other-relay'));
    host.state.invitation = { arrived: { kind: 'fault', id: 3, fault: 'on-a-share' } };
    host.ring();
    await expect(page.getByRole('alert')).toContainText(t('invitation.fault.on-a-share'));
  });

  test(`an invitation that arrives before the address of its page keeps the focus in its field: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('first run', { language });
    host.state.invitation = { arrived: { kind: 'text', id: 1, text: UNKNOWN_LINK } };
    host.ring();
    await expect(page.getByLabel(t('invitation.relay.type'))).toBeFocused();
    await page.evaluate(() => {
      window.location.hash = '#/invitation';
    });
    await expect(page).toHaveTitle(t('frame.page', { place: t('frame.invitation') }));
    await expect(page.getByLabel(t('invitation.relay.type'))).toBeFocused();
  });

  test(`what is no invitation says why: ${language}`, async ({ page, openStory }) => {
    await openStory('first run', { language });
    const alert = page.getByRole('alert');
    for (const [text, kind] of [
      ['Bonjour', 'none'],
      [STORY_LINK.slice(0, -3), 'damaged'],
      [`${STORY_LINK} ${UNKNOWN_LINK}`, 'several'],
      ['intray://127.0.0.1/invitation#1.AAAAAAAAAAAAAAAAAAAAAA', 'address'],
      ['intray://localhost/invitation#1.AAAAAAAAAAAAAAAAAAAAAA', 'loopback'],
    ] as const) {
      await paste(page, t, text);
      await expect(alert).toContainText(t(`invitation.fault.${kind}`));
    }
    await dropFiles(page, [aFile('x'.repeat(9_000))], (where) => where.getByRole('main'));
    await expect(alert).toContainText(t('invitation.fault.too-large'));
  });

  test(`an invitation that was begun can be gone on with, without its number: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('invitation begun', { language });
    await page.getByRole('button', { name: t('invitation.begun.do') }).click();
    await expect(page.getByLabel(t('invitation.number'))).toHaveCount(0);
    await page.getByRole('button', { name: t('invitation.accept', { name: 'Exemple SARL' }) }).click();
    await expect.poll(() => host.state.overview.companies.length).toBe(1);
  });
}

/** What stands beside a name of the question. */
function shownAt(page: Page, name: string): Locator {
  return page.getByRole('term').getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]');
}

/** What is shown, without the addresses, which are what they are. */
function wordsOn(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const hosts = Array.from(main.querySelectorAll<HTMLElement>('[translate=no]'), ({ innerText }) => innerText);
    return hosts.reduce((text, host) => text.replaceAll(host, ''), (main as HTMLElement).innerText);
  });
}

/** As the clipboard gives it: the browser's own clipboard is not allowed to a page without a user. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
