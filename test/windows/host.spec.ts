import { closeSync, openSync, readdirSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#test/support/until.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { unless, type WhySkipped } from '#test/support/why-skipped.ts';
import { allNames, FILES, LEFT_ALONE, REASON, REFUSED } from './all-names.ts';
import { lookAtWindow } from './look-at-window.ts';
import { Office, sorted } from './office.ts';
import { ownMachine } from './own-machine.ts';
import { wineMachine } from './wine-machine.ts';

const ROOT = process.env['INTRAY_WINE_ROOT'];
const NO_EXCLUSIVE_FILES: WhySkipped = ROOT === undefined ? 'this system opens no file in such a way that others cannot' : null;
const COMPANY = 'Exemple SARL';
/** Fewer than are asked about because they come at once; those of an odd shape and some that are refused. */
const TO_MOVE = 45;
const KILLS = 10;
const FILES_A_KILL = 5;

let office: Office;
let integration: { readonly integrationId: string; readonly integrationSecret: string };

beforeAll(async () => {
  office = await Office.open(ROOT === undefined ? ownMachine() : await wineMachine(ROOT));
  await office.parts.control.setSwitches({ autoDecide: { afterMs: 0, refuseWhen: [{ contains: REFUSED, reason: REASON }] } });
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
      const added = await office.run(['folders', 'add', '--company', COMPANY, '--type', type, '--settle-ms', '300', path]);
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
    for (const name of names) office.drop(office.sales, name);
    await office.allDecided();
    const wanted = sorted(names.map((name) => `${name.includes(REFUSED) ? 'Refused' : 'Sent'}/${name}`));
    const lie = (): readonly string[] => sorted([...office.filesIn(office.sales).values()]);
    await office.until('all are moved', async () => lie().every((path) => /^(Sent|Refused)\//.test(path)));
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
    const bytes = aPdf('written slowly', 60_000);
    const [from, to] = [join(office.machine.home, 'scanner memory'), join(office.sales, 'slow scan.pdf')];
    writeFileSync(from, bytes);
    office.expectSent('slow scan.pdf', bytes);
    const writer = office.machine.node(['test/windows/programs/write-slowly.mjs', ...[from, to].map(office.machine.pathOf)]);
    expect(await writer.ended).toBe(0);
    await office.allDecided();
    expect(await office.sent()).toEqual(office.wanted());
    const made = (await office.items()).filter(({ name }) => name === 'slow scan.pdf');
    expect(made.map(({ state }) => state.kind)).toEqual(['accepted']);
  });

  it(`sends each file once though it is killed at ${KILLS} moments`, async () => {
    const before = (await office.parts.control.documents()).length;
    await office.parts.control.setSwitches({ importLatencyMs: 400 });
    for (let file = 0; file < KILLS * FILES_A_KILL - 1; file += 1) office.drop(office.sales, `kill ${file} été.pdf`);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sent = before + kill * FILES_A_KILL;
      await office.until(`${sent} are sent`, async () => (await office.parts.control.documents()).length >= sent);
      await office.kill();
      await office.start();
    }
    await office.parts.control.setSwitches({ importLatencyMs: 0 });
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
    // What lies in the folders is found again, and is held where no copy knows it: the person says that it may go.
    await office.until('what lies there is known again, and all of it has its answer', async () => {
      await office.client.items.answerBulkArrival({ answer: { kind: 'all' } });
      const { counts } = await office.client.overview();
      const open = counts.held + counts.waiting + counts.uploading + counts.awaiting;
      const known = new Set<string | null>((await office.items()).map(({ sha256 }) => sha256));
      const there = [office.purchases, office.sales].flatMap((folder) => [...office.filesIn(folder)]);
      return open === 0 && there.every(([hash, path]) => known.has(hash) || !office.dropped.has(hash) || /^(Sent|Refused)\//.test(path));
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
