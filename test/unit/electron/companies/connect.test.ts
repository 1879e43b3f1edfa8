import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '#shared/domain/connection.ts';
import { STEMS_PAGE } from '#electron/journal/results/reference-stem-rows.ts';
import { MINUTE_MS, plus } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { aFile, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { aWorld, connected, GONE, ONE, TWO, UNKNOWN, VALID } from './bench.ts';
import { deviceNameOf } from '#electron/companies/prove.ts';
import { enrolRequestSchema } from '#shared/relay-protocol/messages.ts';

const BAKERY = { name: ' Bakery ', colour: null, integrationId: ONE, integrationSecret: '  s3cret\n' };

describe('connecting a company', () => {
  it('enrols the device once, asks the service, shows the relay, then keeps the trimmed secret', async () => {
    const { companies, asked, secrets, only } = aWorld();
    const made = await companies.connect(BAKERY);
    expect(made).toMatchObject({ ok: true, value: { name: 'Bakery', integrationId: ONE, connection: { kind: 'active' } } });
    expect(asked).toEqual(['enrol Office', 'check s3cret', 'prove s3cret']);
    expect(await secrets.secretOf(ONE)).toEqual(ok('s3cret'));
    expect(await secrets.deviceToken()).toEqual(ok('device-1'));
    expect(only()).toEqual(made.ok ? made.value : null);

    await companies.connect({ ...BAKERY, integrationId: TWO });
    expect(asked.filter((one) => one.startsWith('enrol'))).toHaveLength(1);
  });

  it.each<[string, Partial<ReturnType<typeof aWorld>['says']>, string]>([
    ['nothing is set up', { ready: false }, 'not-set-up'],
    ['the relay does not answer', { enrol: { kind: 'unreachable' } }, 'relay-unreachable'],
    ['the relay takes no devices', { enrol: { kind: 'refused' } }, 'relay-refused'],
    ['the partner is refused', { checked: { kind: 'partner' } }, 'partner'],
    ['the service does not answer', { checked: UNKNOWN }, 'service-unreachable'],
    ['the broker does not answer', { checked: { kind: 'unknown', where: 'relay', code: 'relay-503' } }, 'relay-unreachable'],
    ['the integration is gone', { checked: { kind: 'invalid', reason: null, status: 404 } }, 'not-valid'],
    ['the company was closed', { checked: { kind: 'invalid', reason: 'SMB_CLOSED', status: 401 } }, 'not-valid'],
    ['the secret is refused', { checked: GONE }, 'wrong-secret'],
    ['only the proof finds the secret wrong', { prove: { kind: 'not-found' } }, 'wrong-secret'],
    ['the relay could not make sure', { prove: { kind: 'refused' } }, 'relay-refused'],
    ['the relay goes away', { prove: { kind: 'unreachable' } }, 'relay-unreachable'],
    ['the keychain is locked', { keychain: { kind: 'locked', detail: 'a prompt stands open' } }, 'vault-locked'],
    ['the vault is unavailable', { keychain: { kind: 'unavailable', detail: 'no D-Bus' } }, 'vault-unavailable'],
  ])('writes nothing when %s', async (_, says, kind) => {
    const world = aWorld();
    Object.assign(world.says, says);
    expect(await world.companies.connect(BAKERY)).toEqual(fail({ kind }));
    expect(world.journal.companies.companies()).toEqual([]);
    expect(await world.secrets.secretOf(ONE)).toMatchObject({ ok: false });
    expect(world.changes).toEqual([]);
  });

  it('refuses a secret that cannot stand in a header, without asking anybody', async () => {
    const { companies, asked } = aWorld();
    expect(await companies.connect({ ...BAKERY, integrationSecret: 'a\r\nx-evil: 1' })).toEqual(fail({ kind: 'wrong-secret' }));
    expect(await companies.connect({ ...BAKERY, integrationSecret: 'sécret' })).toEqual(fail({ kind: 'wrong-secret' }));
    expect(asked).toEqual([]);
  });

  it('refuses what is connected here already, also under a former id, also when asked twice at once', async () => {
    const { companies, only } = aWorld();
    const both = await Promise.all([companies.connect(BAKERY), companies.connect(BAKERY)]);
    expect(both.map((one) => one.ok)).toEqual([true, false]);
    expect(both[1]).toEqual(fail({ kind: 'already-connected' }));
    await companies.reconnect({ companyId: only().id, integrationId: TWO, integrationSecret: 'new' });
    expect(await companies.connect(BAKERY)).toEqual(fail({ kind: 'already-connected' }));
  });

  it('proves first where this device has no token yet, and asks the service then', async () => {
    const { companies, asked, says } = aWorld();
    const answers: ConnectionCheck[] = [{ kind: 'unknown', where: 'relay', code: 'not-proved' }, VALID];
    says.checked = async () => answers.shift() ?? UNKNOWN;
    expect(await companies.connect(BAKERY)).toMatchObject({ ok: true });
    expect(asked).toEqual(['enrol Office', 'check s3cret', 'prove s3cret', 'check s3cret']);
  });

  it('enrols anew when the relay has forgotten the device, and no more than once', async () => {
    const { companies, asked, says, secrets } = aWorld();
    await secrets.keepDeviceToken('old');
    const forgotten: ConnectionCheck = { kind: 'unknown', where: 'relay', code: 'device-unknown' };
    const answers = [forgotten, VALID];
    says.checked = async () => answers.shift() ?? forgotten;
    expect(await companies.connect(BAKERY)).toMatchObject({ ok: true });
    expect(asked).toEqual(['check s3cret', 'enrol Office', 'check s3cret', 'prove s3cret']);
    expect(await secrets.deviceToken()).not.toEqual(ok('old'));
    expect(await companies.connect({ ...BAKERY, integrationId: TWO })).toEqual(fail({ kind: 'relay-refused' }));
  });

  it('says from when on the relay takes the next try, where too many failed', async () => {
    const world = aWorld();
    world.says.prove = { kind: 'limited', code: 'status-429', retryAfterMs: 20 * MINUTE_MS };
    const againAt = plus(world.clock.wallMs(), 20 * MINUTE_MS);
    expect(await world.companies.connect(BAKERY)).toEqual(fail({ kind: 'relay-limited', againAt }));
    world.says.enrol = { kind: 'limited', code: 'status-429', retryAfterMs: MINUTE_MS };
    await world.secrets.dropDeviceToken();
    expect(await world.companies.connect(BAKERY)).toMatchObject(fail({ kind: 'relay-limited' }));
  });

  it('waits by itself where the relay asks for a few seconds, and not for ever', async () => {
    const world = aWorld();
    world.says.prove = { kind: 'unreachable', code: 'status-503', retryAfterMs: 10_000 };
    const connecting = world.companies.connect(BAKERY);
    // The vault is on a real disk.
    await expect.poll(() => world.clock.sleepers).toBe(1);
    await world.clock.advance(9_999);
    world.says.prove = null;
    await world.clock.advance(1);
    expect(await connecting).toMatchObject({ ok: true });
    world.says.prove = { kind: 'unreachable', code: 'status-503', retryAfterMs: 0 };
    const second = world.companies.connect({ ...BAKERY, integrationId: TWO });
    await expect.poll(() => world.clock.sleepers).toBe(1);
    await world.clock.advance(31_000);
    expect(await second).toMatchObject(fail({ kind: 'relay-unreachable' }));
    expect(world.asked.filter((one) => one.startsWith('prove'))).toHaveLength(2 + 31);
  });

  it('leaves no secret behind when the journal does not take the company', async () => {
    const { companies, journal, secrets } = aWorld();
    Object.assign(journal.companies, {
      addCompany: () => {
        throw new Error('disk full');
      },
    });
    await expect(companies.connect(BAKERY)).rejects.toThrow('disk full');
    expect(await secrets.secretOf(ONE)).toEqual(fail({ kind: 'absent' }));
  });

  it('puts no secret into the log', async () => {
    const world = aWorld();
    await connected(world);
    world.says.checked = GONE;
    await world.companies.check(world.only().id);
    expect(world.log.lines.length).toBeGreaterThan(0);
    expect(world.log.text()).not.toContain('s3cret');
    expect(world.log.text()).not.toContain('device-');
  });
});

describe('changing a company', () => {
  it('gives it another name or colour, and leaves the rest', async () => {
    const world = aWorld();
    const before = await connected(world);
    expect(world.companies.change(before.id, { name: ' Boulangerie ' })).toEqual(ok({ ...before, name: 'Boulangerie' }));
    expect(world.companies.change(before.id, { colour: 'rose' })).toMatchObject({
      ok: true,
      value: { name: 'Boulangerie', colour: 'rose' },
    });
    expect(world.companies.change(TWO as never, { name: 'x' })).toEqual(fail({ kind: 'not-found' }));
    expect(world.asked).toEqual([]);
  });
});

describe('reconnecting a company', () => {
  it('under a new integration lets others go on between two pages of its documents', async () => {
    const world = aWorld();
    await world.companies.connect({ name: 'Dupont', colour: null, integrationId: ONE, integrationSecret: 's' });
    const company = world.only();
    const open = { journal: world.journal, clock: world.clock, file: '' };
    const folder = aFolder(open, company);
    const names = Array.from({ length: STEMS_PAGE * 2 }, (_, file) => `scan-${file}`);
    await Promise.all(names.map((name) => world.journal.join(() => world.journal.intake.enqueue(aFile(folder, { name, content: name })))));
    const reconnecting = world.companies.reconnect({ companyId: company.id, integrationId: TWO, integrationSecret: 'new' });
    let seen = 0;
    world.journal.onChange(() => (seen += Number(world.only().integrationId === ONE)));
    // The vault is on a real disk, so this takes real time.
    let answered: unknown = 'not yet';
    while (answered === 'not yet') {
      await world.clock.advance(0);
      answered = await Promise.race([reconnecting, nextTurn('not yet')]);
    }
    expect(answered).toMatchObject({ ok: true, value: { integrationId: TWO } });
    expect(seen).toBe(2);
  });

  it('takes another integration and keeps the company with its history', async () => {
    const world = aWorld();
    const before = await connected(world);
    world.says.checked = { kind: 'invalid', reason: 'CPA_CLOSED', status: 401 };
    await world.companies.check(before.id);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'CPA_CLOSED' });

    world.says.checked = VALID;
    await world.clock.advance(5_000);
    const again = await world.companies.reconnect({ companyId: before.id, integrationId: TWO, integrationSecret: ' other ' });
    expect(again).toMatchObject({
      ok: true,
      value: { id: before.id, integrationId: TWO, formerIntegrationIds: [ONE], connection: { kind: 'active' } },
    });
    expect(world.only().connectedAt).toBe(before.connectedAt + 5_000);
    expect(await world.secrets.secretOf(TWO)).toEqual(ok('other'));
  });

  it('takes the same integration with a new secret', async () => {
    const world = aWorld();
    const before = await connected(world);
    await world.companies.reconnect({ companyId: before.id, integrationId: ONE, integrationSecret: 'renewed' });
    expect(world.only()).toMatchObject({ integrationId: ONE, formerIntegrationIds: [] });
    expect(await world.secrets.secretOf(ONE)).toEqual(ok('renewed'));
  });

  it('changes nothing when the new pair is not good, or another company has it', async () => {
    const world = aWorld();
    const before = await connected(world);
    await world.companies.connect({ name: 'Florist', colour: null, integrationId: TWO, integrationSecret: 'other' });
    const taken = await world.companies.reconnect({ companyId: before.id, integrationId: TWO, integrationSecret: 'other' });
    expect(taken).toEqual(fail({ kind: 'already-connected' }));
    world.says.prove = { kind: 'not-found' };
    const wrong = await world.companies.reconnect({ companyId: before.id, integrationId: ONE, integrationSecret: 'wrong' });
    expect(wrong).toEqual(fail({ kind: 'wrong-secret' }));
    expect(await world.secrets.secretOf(ONE)).toEqual(ok('s3cret'));
    expect(world.only()).toEqual(before);
  });
});

it.each([
  ['ACCUEIL-2', 'ACCUEIL-2'],
  [' Büro\t2\n', 'Büro2'],
  ['PC\0\u001b[2J', 'PC[2J'],
  ['', 'Computer'],
  ['\0 ', 'Computer'],
  ['\ud800PC', 'PC'],
  ['x'.repeat(300), 'x'.repeat(100)],
  [`${'x'.repeat(99)}🖨`, 'x'.repeat(99)],
])('a computer called %j enrols as one whose name the relay takes', (hostname, name) => {
  expect(deviceNameOf(hostname)).toBe(name);
  expect(enrolRequestSchema.safeParse({ name }).success).toBe(true);
});
