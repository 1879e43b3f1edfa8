import { closeSync, mkdirSync, openSync, readdirSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#test/support/until.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { unless, type WhySkipped } from '#test/support/why-skipped.ts';
import { allNames, FILES, growingPdf, LEFT_ALONE, REASON, REFUSED, startWithFiles } from './all-names.ts';
import { isHeard, type Machine, Office, sorted } from './office.ts';
import { lookAtWindow } from './look-at-window.ts';
import { wineMachine } from './wine-machine.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const ROOT = process.env['INTRAY_WINE_ROOT'];
const NO_EXCLUSIVE_FILES: WhySkipped = ROOT === undefined ? 'this system opens no file in such a way that others cannot' : null;
const COMPANY = 'Exemple SARL';
/** Fewer than are asked about because they come at once; those of an odd shape and some that are refused. */
const TO_MOVE = 45;
const KILLS = 10;
const FILES_A_KILL = 5;
/** The accountant answers at once, what is not readable with a refusal. */
const DECIDES = { afterMs: 0, refuseWhen: [{ contains: REFUSED, reason: REASON }] };
/** A file has to be quiet for so long, but where a check says otherwise. */
const SETTLE_MS = '300';

let office: Office;
let integration: { readonly integrationId: string; readonly integrationSecret: string };

beforeAll(async () => {
  office = await Office.open(ROOT === undefined ? ownMachine() : await wineMachine(ROOT));
  await office.parts.control.setSwitches({ autoDecide: DECIDES });
  integration = await office.parts.control.createIntegration();
});

afterAll(() => office?.close());

describe('the host as a program, with sandbox and relay beside it', () => {
  it('is configured, and takes the right secret alone, on standard input', async () => {
    const { integrationId, integrationSecret } = integration;
    const connect = ['companies', 'connect', '--name', COMPANY, '--integration-id', integrationId];
    expect(await office.run(['configure', '-'], JSON.stringify(office.parts.installation))).toMatchObject({ code: 0 });
    // One that could be right: the service has to be asked.
    const wrong = await office.run(connect, `${integrationSecret.slice(0, -1)}${integrationSecret.endsWith('0') ? '1' : '0'}`);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not this secret') });
    const connected = await office.run(connect, `${integrationSecret}\r\n`);
    expect(connected).toMatchObject({ code: 0 });
    expect(connected.stdout + connected.stderr).not.toContain(integrationSecret);
  });

  it('starts, and watches the folders that a command adds', async () => {
    await office.start();
    for (const [type, folder] of [
      ['purchase', office.purchases],
      ['sales', office.sales],
    ] as const) {
      const path = office.machine.pathOf(folder);
      const added = await office.run(['folders', 'add', '--company', COMPANY, '--type', type, '--settle-ms', SETTLE_MS, path]);
      expect(added).toMatchObject({ code: 0 });
      expect(await office.run(['folders', 'add', '--company', COMPANY, '--type', type, path])).toMatchObject({ code: 1 });
    }
    const folders = await until('both folders were swept', async () => {
      const now = (await office.client.overview()).folders;
      return now.every(({ lastSweptAt }) => lastSweptAt !== null) && now;
    });
    expect(folders).toMatchObject([
      { state: 'present', watching: 'events', path: office.machine.pathOf(office.purchases) },
      { state: 'present', watching: 'events', path: office.machine.pathOf(office.sales) },
    ]);
    for (const folder of [office.purchases, office.sales]) expect(await isHeard(office, folder)).toBe(true);
  });

  it(`asks about ${FILES} files of all names that come at once, and sends each of them once`, async () => {
    for (const name of LEFT_ALONE) writeFileSync(join(office.purchases, name), aPdf(name));
    const names = allNames(office.machine.pathOf(office.purchases).length);
    expect(new Set(names).size).toBe(FILES);
    for (const name of names) office.drop(office.purchases, name);
    await office.until('all are found', async () => {
      const { counts } = await office.client.overview();
      return counts.held + counts.unfit >= FILES;
    });
    const unfit = (await office.items()).filter(({ state }) => state.kind === 'unfit');
    expect(unfit.map(({ name, state }) => ({ name, state }))).toEqual([]);
    expect(await office.parts.control.documents()).toEqual([]);
    await office.client.items.answerBulkArrival({ answer: { kind: 'all' } });
    await office.allDecided();
    expect(await office.sent()).toEqual(office.wanted());
    const listed = sorted((await office.items()).map(({ name }) => name));
    // The list writes accents in their composed form, whatever the disk has.
    expect(listed).toEqual(sorted(names.map((name) => basename(name).normalize('NFC'))));
  });

  it('says which were refused, and why', async () => {
    const refused = (await office.items()).filter(({ state }) => state.kind === 'refused');
    expect(sorted(refused.map(({ name }) => name))).toEqual(office.wanted().filter((name) => name.includes(REFUSED)));
    for (const { state } of refused) expect(state).toMatchObject({ reason: REASON });
    const told = await office.run(['documents', '--json', '--state', 'refused']);
    expect(JSON.parse(told.stdout)).toHaveLength(refused.length);
  });

  it('shows all of it in a real browser: the overview, the list, a refused document with its page, the settings', async () => {
    const { complaints, shown, names } = await lookAtWindow(await office.address());
    expect(complaints).toEqual([]);
    expect(shown).toBe(FILES);
    expect(sorted(names)).toEqual(sorted((await office.items()).map(({ name }) => name)));
  });

  it('moves files of all names after their answer once that is chosen, and changes nothing in them', async () => {
    const folder = office.machine.pathOf(office.sales);
    const changed = await office.run(['folders', 'change', '--after', 'move', '--refusal-note', 'off', folder]);
    expect(changed).toMatchObject({ code: 0 });
    const names = allNames(office.machine.pathOf(office.sales).length).slice(0, TO_MOVE);
    const before = (await office.items()).length;
    for (const name of names) office.drop(office.sales, name);
    await office.until('files from new sub-folders are asked about, and sent', async () => {
      const items = await office.items();
      const itemIds = items.flatMap(({ id, state }) => (state.kind === 'held' && state.question.kind === 'new-subfolder' ? [id] : []));
      if (itemIds.length > 0) await office.client.items.allow({ itemIds });
      return items.length === before + TO_MOVE && itemIds.length === 0;
    });
    await office.allDecided();
    const wanted = sorted(names.map((name) => `${name.includes(REFUSED) ? 'Refused' : 'Accepted'}/${name}`));
    const lie = (): readonly string[] => sorted([...office.filesIn(office.sales).values()]);
    await office.until('all are moved', async () => lie().every((path) => /^(Accepted|Refused)\//.test(path)));
    expect(lie()).toEqual(wanted);
    expect([...office.filesIn(office.sales).keys()].filter((hash) => !office.dropped.has(hash))).toEqual([]);
    expect(await office.sent()).toEqual(office.wanted());
  });

  it('waits while the connection is revoked, and goes on under another', async () => {
    await office.parts.control.revoke(integration.integrationId);
    await office.until('the company is known to be closed', async () => {
      const [company] = (await office.client.overview()).companies;
      return company?.connection.kind === 'invalid';
    });
    office.drop(office.sales, 'while revoked – é.pdf');
    await office.until('it waits', async () => (await office.client.overview()).counts.waiting === 1);
    integration = await office.parts.control.createIntegration();
    const words = ['companies', 'reconnect', '--company', COMPANY, '--integration-id', integration.integrationId];
    const again = await office.run(words, integration.integrationSecret);
    expect(again).toMatchObject({ code: 0 });
    await office.allDecided();
    expect(await office.sent()).toEqual(office.wanted());
  });

  it('sends a file that another program holds open once it lets go', unless(NO_EXCLUSIVE_FILES), async () => {
    const bytes = aPdf('held by another program', 3_000);
    const path = join(office.machine.home, 'held é.pdf');
    writeFileSync(path, bytes);
    const holder = office.machine.node(['test/windows/programs/hold-open.mjs', office.machine.pathOf(path)]);
    await office.until('it is held', async () => holder.out().includes('held'));
    // Moved by Linux, which knows nothing of Windows' locks: so it is held from its first moment in the folder.
    renameSync(path, join(office.sales, 'held é.pdf'));
    // Whoever has dealt with a later file of the same folder has met the one that is held.
    office.drop(office.sales, 'after the held one.pdf');
    await office.allDecided();
    expect(await office.sent()).toEqual(office.wanted());
    holder.kill();
    await holder.ended;
    office.expectSent('held é.pdf', bytes);
    await office.allDecided();
    expect(await office.sent()).toEqual(office.wanted());
  });

  it('sends a file that is still being written once it is whole', async () => {
    const write = (name: string, bytes: Uint8Array, pauseMs: number, ends: readonly number[]): Promise<number | null> => {
      const [from, to] = [join(office.machine.home, `memory of ${name}`), join(office.sales, name)];
      writeFileSync(from, bytes);
      office.expectSent(name, bytes);
      const words = [...[from, to].map(office.machine.pathOf), ...[pauseMs, ...ends].map(String)];
      return office.machine.node(['test/windows/programs/write-slowly.mjs', ...words]).ended;
    };
    const settle = async (ms: string): Promise<void> => {
      const words = ['folders', 'change', '--settle-ms', ms, office.machine.pathOf(office.sales)];
      expect(await office.run(words)).toMatchObject({ code: 0 });
    };
    // Quiet for longer than a file has to be, while it is half there: its content says that it is not whole.
    expect(await write('slow scan.pdf', aPdf('written slowly', 60_000), 1_200, [5_000, 25_000, 45_000])).toBe(0);
    await office.allDecided();
    // Whole at each pause by what it contains: that it is not quiet for long enough says that more comes.
    await settle('4000');
    const { bytes, ends } = growingPdf();
    expect(await write('page after page.pdf', bytes, 500, ends)).toBe(0);
    await office.allDecided();
    await settle(SETTLE_MS);
    expect(await office.sent()).toEqual(office.wanted());
    const made = (await office.items()).filter(({ name }) => ['slow scan.pdf', 'page after page.pdf'].includes(name));
    expect(made.map(({ state }) => state.kind)).toEqual(['accepted', 'accepted']);
  });

  it(`sends each file once though it is killed at ${KILLS} moments`, async () => {
    const before = (await office.parts.control.documents()).length;
    // No result says what became of a file before it is sent again: that it is not sent twice is then the reference's doing alone.
    await office.parts.control.setSwitches({ importLatencyMs: 400, autoDecide: null });
    for (let file = 0; file < KILLS * FILES_A_KILL - 1; file += 1) office.drop(office.sales, `kill ${file} été.pdf`);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sent = before + kill * FILES_A_KILL;
      await office.until(`${sent} are sent`, async () => (await office.parts.control.documents()).length >= sent);
      await office.kill();
      await office.start();
    }
    await office.parts.control.setSwitches({ importLatencyMs: 0, autoDecide: DECIDES });
    await office.until('each is with the service', async () => {
      const { accepted, refused, awaiting } = (await office.client.overview()).counts;
      return accepted + refused + awaiting >= office.dropped.size;
    });
    await office.decideRest();
    await office.allDecided();
    expect(await office.sent()).toEqual(office.wanted());
  });

  it('starts with a damaged journal, says so, keeps the old one, and sends nothing twice', async () => {
    await office.kill();
    const journal = join(office.profile, 'journal.sqlite');
    overwrite(journal);
    await office.start();
    const { recovery } = await office.client.overview();
    expect(recovery).toMatchObject({ keptAs: expect.stringMatching(/^journal-damaged-/) });
    expect(readdirSync(office.profile)).toContain(recovery?.keptAs);
    expect((await office.run(['status'])).stdout).toContain('journal: made anew');
    office.drop(office.sales, 'after the damage.pdf');
    // What lies in the folders is found again, and is held where no copy knows it: the user says that it may go.
    await office.until('what lies there is known again, and all of it has its answer', async () => {
      await office.client.items.answerBulkArrival({ answer: { kind: 'all' } });
      // One look at the list: what it knows a moment later may be open.
      const items = await office.items();
      const isOpen = items.some(({ state }) => ['held', 'waiting', 'uploading', 'awaiting'].includes(state.kind));
      const known = new Set<string | null>(items.map(({ sha256 }) => sha256));
      const there = [office.purchases, office.sales].flatMap((folder) => [...office.filesIn(folder)]);
      return !isOpen && there.every(([hash, path]) => known.has(hash) || !office.dropped.has(hash) || /^(Accepted|Refused)\//.test(path));
    });
    expect(await office.sent()).toEqual(office.wanted());
  });

  it('knows everything after a restart, with nothing lost and nothing sent twice', async () => {
    const before = await office.items();
    const { now: killedAt } = await office.client.overview();
    await office.kill();
    for (const folder of [office.purchases, office.sales]) office.drop(folder, 'while no host ran.pdf');
    await office.start();
    await office.until('both folders were swept anew, and what lies in them has its answer', async () => {
      const { folders } = await office.client.overview();
      const sent = await office.parts.control.documents();
      return sent.length >= office.dropped.size && folders.every(({ lastSweptAt }) => lastSweptAt !== null && lastSweptAt > killedAt);
    });
    const after = await office.items();
    expect(sorted(after.map(({ id }) => id))).toEqual(expect.arrayContaining([...sorted(before.map(({ id }) => id))]));
    expect(after.length - before.length).toBe(2);
    expect(await office.sent()).toEqual(office.wanted());
    const { counts, folders } = await office.client.overview();
    expect(counts).toMatchObject({ held: 0, waiting: 0, uploading: 0, unfit: 0 });
    expect(folders.map(({ state }) => state)).toEqual(['present', 'present']);
  });
});

/** Noise on every page but the first, so that it still looks like a database. */
function overwrite(file: string): void {
  const noise = 'this is no database, however long it is read '.repeat(50);
  const handle = openSync(file, 'r+');
  for (let at = 4_096; at < statSync(file).size; at += 4_096) writeSync(handle, noise, at);
  closeSync(handle);
}

const PROJECT = resolve(import.meta.dirname, '../..');

/** This system itself: the same checks in a fraction of the time, for writing new ones. */
function ownMachine(): Machine {
  const base = scratchFolder('office');
  const home = join(base, 'home');
  mkdirSync(home);
  return {
    home,
    pathOf: (path) => path,
    // These checks are not about the keychain, which would need one more program.
    keyWords: (profile) => ['--create-key-file', join(profile, 'key')],
    node: (words, input = '') =>
      startWithFiles({ program: process.execPath, args: words }, { folder: join(base, 'said'), input, cwd: PROJECT }),
    close: async () => removeFolder(base),
  };
}
