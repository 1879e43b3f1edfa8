import { createRouterClient } from '@orpc/server';
import { describe, expect, it, test } from 'vitest';
import { browsersRouter } from '#electron/headless/host/host-app.ts';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import type { Call } from '#electron/headless/commands/support/command.ts';
import { help } from '#electron/headless/command-line.ts';
import { createSessions } from '#electron/headless/host/sessions.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { lstatSync, mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { NO_BLOCKS, realParts, unless } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine } from '../an-engine.ts';
import { runIn } from './host-fixture.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/folders.ts';

const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';

function aHost() {
  const clock = virtualClock();
  const sessions = createSessions({ random: nodeRandom(), clock, log: recordingLog() });
  const signIn = (userAgent: string) => sessions.signIn({ token: sessions.issueToken(), userAgent, former: null });
  const browsers = createRouterClient(browsersRouter(sessions), { context: { caller: null } });
  const run = async (...args: readonly string[]) => {
    const command = readCommand([...args, '--profile', 'p']);
    if (!command.ok) throw new Error(command.failure);
    const [printed, complained]: [string[], string[]] = [[], []];
    const exit = await command.value.run({
      // Not called here.
      client: {} as Call['client'],
      browsers,
      clock,
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      readInput: async () => '',
      readFile: async () => null,
      program: 'intray',
    });
    return { exit, printed, complained };
  };
  return { clock, sessions, signIn, run };
}

describe('"browsers"', () => {
  test('lists who is signed in, the newest first, and as JSON without what the command line is not', async () => {
    const { clock, signIn, run } = aHost();
    expect(await run('browsers')).toEqual({ exit: 0, printed: [], complained: ['No browser is signed in.'] });
    signIn('\u001b[31mred');
    await clock.advance(HOUR_MS);
    signIn(SAFARI);
    const { printed } = await run('browsers');
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(printed.map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'browser', 'signed in', 'last used'],
      [expect.stringMatching(/^[0-9a-f]{12}$/), 'Safari on macOS', at, at],
      [expect.stringMatching(/^[0-9a-f]{12}$/), 'A browser', at, at],
    ]);
    const [json = ''] = (await run('browsers', '--json')).printed;
    expect(JSON.parse(json)).toMatchObject([
      { browser: 'Safari', system: 'macOS' },
      { browser: null, system: null },
    ]);
    expect(json).not.toMatch(/own|red/);
  });

  test('signs out one by its id, or all, and says so', async () => {
    const { sessions, signIn, run } = aHost();
    const secrets = [signIn(SAFARI), signIn(SAFARI), signIn(SAFARI)];
    const [{ id } = { id: '' }] = sessions.all();
    expect(await run('browsers', 'end', id)).toMatchObject({ exit: 0, printed: ['This browser is signed out.'] });
    expect(await run('browsers', 'end', id)).toMatchObject({
      exit: 1,
      printed: [],
      complained: [expect.stringContaining('Nothing was changed')],
    });
    expect(secrets.map((secret) => sessions.use(secret) !== null)).toEqual([false, true, true]);
    expect(await run('browsers', 'end', '--all', '--json')).toMatchObject({ exit: 0, printed: ['{\n  "ended": 2\n}'] });
    expect(secrets.map((secret) => sessions.use(secret))).toEqual([null, null, null]);
  });

  test.each([[[]], [['0123456789ab', '--all']], [['0123456789ab', 'ba9876543210']], [['all']], [['--everything']]])(
    'refuses %j as what to end',
    (args) => {
      const command = readCommand(['browsers', 'end', ...args, '--profile', 'p']);
      expect(command).toMatchObject({ ok: false, failure: expect.stringContaining('Usage: intray browsers end --profile DIR ID | --all') });
    },
  );

  test('keeps the address that its user gave for as long as the tab is signed in, and a new sign-in takes it over', async () => {
    const { sessions, signIn } = aHost();
    const secrets = [signIn(SAFARI), signIn(SAFARI)];
    const [caller = null] = sessions.all();
    const api = createRouterClient(browsersRouter(sessions), { context: { caller } });
    expect(await api.giveAddress({ userEmail: ' lea@exemple.fr ' })).toEqual({ userEmail: 'lea@exemple.fr' });
    expect((await api.list()).browsers).toMatchObject([
      { own: true, userEmail: 'lea@exemple.fr' },
      { own: false, userEmail: null },
    ]);
    sessions.signIn({ token: sessions.issueToken(), userAgent: SAFARI, former: secrets[0] ?? null });
    expect(sessions.all().map(({ userEmail }) => userEmail)).toEqual([null, 'lea@exemple.fr']);
    await createRouterClient(browsersRouter(sessions), { context: { caller: sessions.all()[1] ?? null } }).giveAddress({ userEmail: '' });
    expect(sessions.all().map(({ userEmail }) => userEmail)).toEqual([null, null]);
  });

  test('needs a host that runs, and is in the help', () => {
    for (const args of [['browsers'], ['browsers', 'end', '--all']])
      expect(readCommand([...args, '--profile', 'p'])).toMatchObject({ ok: true, value: { needs: 'host' } });
    expect(help('intray')).toContain('  browsers end --profile DIR ID | --all\n');
  });
});

const parts = realParts();

/** One document that was sent and then refused by a real service. */
async function refused() {
  const all = await aConnectedEngine(parts());
  const path = join(all.scans, 'facture.pdf');
  writeFileSync(path, aPdf(all.root));
  await all.engine.until(({ counts }) => counts.awaiting === 1);
  const [document] = await all.documents();
  const documentId = document?.documentId ?? '';
  await parts().control.decide(documentId, { documentState: 'Refused', rejectionReason: 'Ceci est un devis' });
  await all.engine.until(({ counts }) => counts.refused === 1);
  return { ...all, path, documentId };
}

describe('a refusal', () => {
  it('is resolved from the command line by its number, and not after all by its id; all is well in between', {
    timeout: 60_000,
  }, async () => {
    const { engine, documentId } = await refused();
    expect((await engine.client.overview()).standing).toBe('needs-you');
    expect(await runIn(engine, 'documents', 'resolve', documentId.toUpperCase())).toMatchObject({
      exit: 0,
      printed: '1 of 1 are marked as resolved now',
    });
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { refused: 1, resolved: 1 } });
    expect((await runIn(engine, 'documents')).printed).toMatch(/refused +Ceci est un devis; resolved/);
    expect((await runIn(engine, 'status')).printed).toContain('1 refused, 1 resolved');
    expect(await runIn(engine, 'documents', 'resolve', documentId)).toMatchObject({
      exit: 1,
      printed: '0 of 1 are marked as resolved now',
    });
    const [item] = (await engine.client.items.list({ limit: 1 })).items;
    expect(await runIn(engine, 'documents', 'unresolve', '--json', item?.id ?? '')).toMatchObject({
      exit: 0,
      printed: JSON.stringify({ unresolved: 1 }, null, 2),
    });
    expect((await engine.client.overview()).standing).toBe('needs-you');
  });

  it('is dealt with when the file was corrected where it lies and that was accepted, and nothing is sent twice', {
    timeout: 60_000,
  }, async () => {
    const { engine, root, path, documentId, documents } = await refused();
    writeFileSync(path, aPdf(`corrected ${root}`));
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect((await engine.client.overview()).counts.resolved).toBe(0);
    const corrected = (await documents()).find((one) => one.documentId !== documentId);
    await parts().control.decide(corrected?.documentId ?? '', { documentState: 'Accepted' });
    await engine.until(({ counts }) => counts.accepted === 1);
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { refused: 1, resolved: 1 } });
    const again = await engine.client.items.list({ states: ['refused'], limit: 1 });
    expect((await engine.client.items.sendAgain({ itemIds: again.items.map(({ id }) => id) })).sent).toEqual([]);
    expect(await documents()).toHaveLength(2);
  });
});

describe('who sends', () => {
  it('is the profile, the company or whoever gave the file, as the service is told for each company', { timeout: 60_000 }, async () => {
    const { engine, root, scans, company, documents } = await aConnectedEngine(parts());
    const sent = async (name: string) => (await documents()).find(({ filename }) => filename === name)?.userEmail;
    const scan = async (name: string, count: number) => {
      writeFileSync(join(scans, name), aPdf(`${root} ${name}`));
      await engine.until(({ counts }) => counts.awaiting === count);
    };
    await engine.client.settings.change({ userEmail: 'profil@exemple.fr' });
    await scan('one.pdf', 1);
    const change = (address: string) => runIn(engine, 'companies', 'change', '--company', company.name, '--user-email', address);
    expect(await change('bureau@exemple.fr')).toMatchObject({ exit: 0 });
    await scan('two.pdf', 2);
    const other = await engine.client.companies.connect({ name: 'Autre', ...(await parts().control.createIntegration()) });
    if (!other.ok) throw new Error(other.failure.kind);
    const path = join(root, 'three.pdf');
    writeFileSync(path, aPdf(`${root} three`));
    const add = ['add', '--company', company.name, '--type', 'purchase'];
    expect(await runIn(engine, ...add, '--user-email', 'lea@exemple.fr', path)).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.awaiting === 3);
    expect(await change('')).toMatchObject({ exit: 0 });
    await scan('four.pdf', 4);
    const elsewhere = join(root, 'others');
    mkdirSync(elsewhere);
    const of = { companyId: other.value.id, importType: 'purchase-invoices', settleMs: 50, existing: 'send' } as const;
    await engine.client.companies.change({ companyId: other.value.id, userEmail: 'compta@société.fr' });
    writeFileSync(join(elsewhere, 'five.pdf'), aPdf(`${root} five`));
    await engine.client.folders.add({ ...of, path: elsewhere });
    await engine.until(({ counts }) => counts.awaiting === 5);
    expect(await Promise.all(['one.pdf', 'two.pdf', 'three.pdf', 'four.pdf'].map(sent))).toEqual([
      'profil@exemple.fr',
      'bureau@exemple.fr',
      'lea@exemple.fr',
      'profil@exemple.fr',
    ]);
    const all = await parts().control.documents();
    expect(all.filter(({ integrationId }) => integrationId === other.value.integrationId)).toMatchObject([
      { userEmail: 'compta@xn--socit-esab.fr' },
    ]);
  });

  it.each([
    ['companies', 'change', '--company', 'a', '--user-email', 'josé@exemple.fr'],
    ['add', '--company', 'a', '--type', 'sales', '--user-email', 'lea', 'a.pdf'],
  ])('is refused before anything is opened if it is no address: %s %s', (...args) => {
    expect(readCommand([...args, '--profile', 'p'])).toMatchObject({
      ok: false,
      failure: expect.stringContaining('--user-email: is no e-mail address that can be sent'),
    });
  });
});

const content = readFileSync(sampleFiles.invoice.path);

/** A company with a synced folder for purchases, on real disk, sandbox and relay; it contains a file that is in the cloud only. */
async function connected() {
  const root = tempFolder();
  const purchases = join(root, 'Nextcloud', 'Achats');
  mkdirSync(purchases, { recursive: true });
  writeFileSync(join(root, 'Nextcloud', '.sync_4f0e.db'), 'database');
  const file = join(purchases, 'facture.pdf');
  writeFileSync(file, '');
  truncateSync(file, content.length);
  utimesSync(file, 1_000_000_000, 1_000_000_000);
  const engine = await anEngine(root);
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, settleMs: 50, existing: 'ask' } as const;
  const added = await engine.client.folders.add({ ...of, importType: 'purchase-invoices', path: purchases });
  if (!added.ok) throw new Error(added.failure.kind);
  return { engine, purchases, file };
}

describe('a file that lies in the cloud only, on the command line', () => {
  it('is counted and not fetched, until it is said to be; then it is fetched and sent', {
    timeout: 60_000,
    ...unless(NO_BLOCKS),
  }, async () => {
    const { engine, purchases, file } = await connected();
    await engine.until(({ unfinished }) => unfinished !== undefined);
    expect((await runIn(engine, 'status')).printed).toContain(`in the cloud only: 1 in ${JSON.stringify(purchases)}; "folders fetch"`);
    expect((await runIn(engine, 'doctor')).printed).toContain('1 in the cloud only');
    expect((await engine.client.items.list({ limit: 9 })).items).toEqual([]);
    expect(await runIn(engine, 'folders', 'fetch', purchases)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('1 to be fetched'),
    });
    // This disk returns zeros for it, so it was read.
    await engine.until(({ unfinished }) => unfinished?.[0]?.files[0]?.fetch?.kind === 'failed');
    expect([lstatSync(file).blocks, (await runIn(engine, 'status')).printed.includes('INCOMPLETE')]).toEqual([0, true]);
    writeFileSync(file, content);
    await engine.until(({ counts, unfinished }) => counts.awaiting === 1 && unfinished === undefined);
    expect(await runIn(engine, 'folders', 'fetch', purchases)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('0 to be fetched'),
    });
  });

  it('is none of a folder that is not watched', { timeout: 60_000 }, async () => {
    const { engine, purchases } = await connected();
    expect(await runIn(engine, 'folders', 'fetch', join(purchases, '..'))).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('not watched'),
    });
  });
});
