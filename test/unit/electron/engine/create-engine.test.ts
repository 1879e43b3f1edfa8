import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine } from '../an-engine.ts';
import { createChanges } from '#electron/engine/changes.ts';
import { openMail } from '#electron/desktop/open-mail.ts';
import { aFile, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { aRouter } from './a-router.ts';
import { statusOf } from '#shared/app-api/status/status-of.ts';
import { translator } from '#shared/i18n/translate.ts';
import { SENTENCES } from '#test/e2e/window/stories/sentences.ts';
import { STORIES, type StoryName } from '#test/e2e/window/stories/stories.ts';
import { tempFolder } from '#test/support/folders.ts';
import { overviewFromJournal } from '#test/support/window/story-journal.ts';

const parts = realParts();

const setUp = () => aConnectedEngine(parts(), { name: 'Boulangerie', folder: 'achats' });

describe('the engine', () => {
  it('brings a dropped PDF to accepted, leaves the file as it was, and sends a copy of it no second time', async () => {
    const { scans, engine, documents } = await setUp();
    const bytes = aPdf('Facture 1');
    writeFileSync(join(scans, 'facture é.pdf'), bytes);
    await engine.until(({ counts }) => counts.awaiting === 1);
    const [document] = await documents();
    expect(document).toMatchObject({ filename: 'facture é.pdf', documentState: null });
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    await engine.until(({ counts, standing }) => counts.accepted === 1 && standing === 'fine');
    copyFileSync(join(scans, 'facture é.pdf'), join(scans, 'copie.pdf'));
    const places = async () => {
      const { items } = await engine.client.items.list({ limit: 10 });
      const detail = await engine.client.items.get({ itemId: items[0]?.id ?? '' });
      return { items: items.length, places: detail.ok ? detail.value.places.length : 0 };
    };
    await expect.poll(places, { timeout: 20_000 }).toEqual({ items: 1, places: 2 });
    expect(readdirSync(scans).sort()).toEqual(['copie.pdf', 'facture é.pdf']);
    expect(Buffer.from(readFileSync(join(scans, 'facture é.pdf')))).toEqual(Buffer.from(bytes));
    expect(await documents()).toHaveLength(1);
  });

  it('tells of a refusal with its reason, once', async () => {
    const { scans, engine, documents } = await setUp();
    writeFileSync(join(scans, 'illisible.pdf'), aPdf('Facture 2'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    const [document] = await documents();
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Refused', rejectionReason: 'Facture illisible' });
    await engine.until(({ counts }) => counts.refused === 1);
    const { items } = await engine.client.items.list({ limit: 1, states: ['refused'] });
    expect(items[0]?.state).toMatchObject({ kind: 'refused', reason: 'Facture illisible' });
    await expect.poll(() => engine.notices.map(({ kind }) => kind), { timeout: 10_000 }).toEqual(['refused']);
  });

  it('takes up after a restart where it was, and keeps no secret outside its vault', async () => {
    const { root, scans, engine, integration, documents } = await setUp();
    writeFileSync(join(scans, 'a.pdf'), aPdf('Facture 3'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    await engine.close();
    const [document] = await documents();
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    const again = await anEngine(root);
    await again.until(({ counts }) => counts.accepted === 1);
    expect(await documents()).toHaveLength(1);
    const profile = join(root, 'profile');
    for (const name of readdirSync(profile, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
      expect(readFileSync(join(name.parentPath, name.name)).includes(integration.integrationSecret)).toBe(false);
    }
    expect(engine.log.text()).not.toContain(integration.integrationSecret);
  });

  it('stops a company that is revoked and says so, and goes on after it is connected again', async () => {
    const { scans, engine, integration, company } = await setUp();
    await parts().control.revoke(integration.integrationId);
    await engine.until(({ companies }) => companies[0]?.connection.kind === 'invalid');
    expect(engine.notices.map(({ kind }) => kind)).toEqual(['disconnected']);
    writeFileSync(join(scans, 'later.pdf'), aPdf('Facture 4'));
    await engine.until(({ counts }) => counts.waiting === 1);
    const fresh = await parts().control.createIntegration();
    expect(await engine.client.companies.reconnect({ companyId: company.id, ...fresh })).toMatchObject({ ok: true });
    await engine.until(({ counts }) => counts.awaiting === 1);
  });

  it('refuses a wrong secret before anything is written', async () => {
    const { engine, integration } = await setUp();
    const { integrationId } = await parts().control.createIntegration();
    const wrong = { name: 'Autre', integrationId, integrationSecret: `${integration.integrationSecret}x` };
    expect(await engine.client.companies.connect(wrong)).toEqual({ ok: false, failure: { kind: 'wrong-secret' } });
    expect(engine.app.overview().companies).toHaveLength(1);
  });

  it('is refused a profile that another one has', async () => {
    const { root } = await setUp();
    await expect(anEngine(root)).rejects.toThrow('in-use');
  });
});

describe('the stream of changes', () => {
  it('begins at once, and gives a slow reader the newest alone', async () => {
    const changes = createChanges();
    const stream = changes.revisions(undefined);
    expect((await stream.next()).value).toEqual({ revision: 1 });
    for (let ring = 0; ring < 1_000; ring += 1) changes.ring();
    expect((await stream.next()).value).toEqual({ revision: 1_001 });
    const waiting = stream.next();
    changes.ring();
    expect((await waiting).value).toEqual({ revision: 1_002 });
  });

  it('ends when its reader goes, and when the engine does', async () => {
    const changes = createChanges();
    const gone = new AbortController();
    const first = changes.revisions(gone.signal);
    const second = changes.revisions(undefined);
    await first.next();
    await second.next();
    const waits = [first.next(), second.next()];
    gone.abort();
    expect((await waits[0])?.done).toBe(true);
    changes.close();
    expect((await waits[1])?.done).toBe(true);
  });

  it('is given to so many readers and no more, and again when one has gone', async () => {
    const changes = createChanges();
    const streams = Array.from({ length: 64 }, () => changes.revisions(undefined));
    for (const stream of streams) await stream.next();
    expect((await changes.revisions(undefined).next()).done).toBe(true);
    await streams[0]?.return();
    expect((await changes.revisions(undefined).next()).done).toBe(false);
  });
});

const TO = 'cabinet@compta.example';

function setUpForWriteMail(opens: 'opens' | 'fails' = 'opens') {
  const opened: string[] = [];
  const external = async (href: string): Promise<void> => {
    if (opens === 'fails') throw new Error('no application is registered for it');
    opened.push(href);
  };
  const all = aRouter({ writeMail: openMail(external) });
  const { itemId } = all.journal.intake.enqueue(aFile(aFolder(all, all.company)));
  const write = (body: string) => all.client.items.writeMail({ itemId, subject: 'Facture', body });
  return { ...all, opened, write, itemId };
}

describe('a message about a document', () => {
  it('opens in the mail program, to the contact of its company, and to nobody before there is one', async () => {
    const { journal, company, opened, write } = setUpForWriteMail();
    expect(await write('Bonjour')).toEqual({ opened: 'whole' });
    journal.companies.changeCompany(company.id, { contact: TO });
    expect(await write('Bonjour')).toEqual({ opened: 'whole' });
    journal.companies.changeCompany(company.id, { contact: null });
    await write('Bonjour');
    const without = 'mailto:?subject=Facture&body=Bonjour';
    expect(opened).toEqual([without, `mailto:${TO}?subject=Facture&body=Bonjour`, without]);
  });

  it('opens without a text that is too long for it, and says so', async () => {
    const { opened, write } = setUpForWriteMail();
    expect(await write('é'.repeat(1_000))).toEqual({ opened: 'bare' });
    expect(opened).toEqual(['mailto:?subject=Facture']);
  });

  it('does not where no program opens it, on a computer without a screen, or about a document that is not there', async () => {
    expect(await setUpForWriteMail('fails').write('Bonjour')).toEqual({ opened: 'unavailable' });
    const all = aRouter({ writeMail: null });
    const { itemId } = all.journal.intake.enqueue(aFile(aFolder(all, all.company)));
    expect(await all.client.items.writeMail({ itemId, subject: '', body: '' })).toEqual({ opened: 'unavailable' });
    const { client, opened } = setUpForWriteMail();
    const nobodys = '99999999-9999-4999-8999-999999999999' as typeof itemId;
    expect(await client.items.writeMail({ itemId: nobodys, subject: '', body: '' })).toEqual({ opened: 'unavailable' });
    expect(opened).toEqual([]);
  });

  it('is to nobody whose address could mean more than itself', async () => {
    const { client, company } = setUpForWriteMail();
    await expect(client.companies.change({ companyId: company.id, contact: 'a@b.fr?cc=c@d.fr' })).rejects.toThrow(
      'Input validation failed',
    );
  });
});

describe('the door to the mail program', () => {
  it('is closed to every other address', async () => {
    const opened: string[] = [];
    const open = openMail(async (href) => void opened.push(href));
    for (const href of ['https://example.com/', 'file:///etc/passwd', 'mailto:a@b.fr?subject=x&attach=/etc/passwd'])
      expect({ href, opened: await open(href) }).toEqual({ href, opened: false });
    expect(opened).toEqual([]);
  });
});

const ISOLATES = /[\u2068\u2069]/g;

describe('the sentence of each story, from a real journal', () => {
  it.each(Object.keys(STORIES) as StoryName[])('is the one that is listed, in both languages: %s', (name) => {
    const { key, values } = statusOf(overviewFromJournal(STORIES[name](), join(tempFolder(), 'journal.sqlite')));
    const said = (['en', 'fr'] as const).map((language) => translator(language)(key, values).replaceAll(ISOLATES, ''));
    expect(said).toEqual(SENTENCES[name]);
  });
});
