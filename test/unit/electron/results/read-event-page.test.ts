import { describe, expect, it } from 'vitest';
import type { EventId } from '#shared/contract/ids.ts';
import { anEvent, aWorld, isAnswered, jwksWith, ONE, until, uuid, type World } from './bench.ts';
import type { Mirror } from '#electron/journal/profile/mirror.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { aFile, aFolder, OTHER_INTEGRATION } from '#test/unit/electron/journal/an-open-journal.ts';

async function readAll(world: World): Promise<void> {
  world.results.start();
  await until(() => isAnswered(world), 'read');
}

const missing = (world: World): number => world.pages.reduce((sum, page) => sum + page.missing, 0);

describe('reading the log', () => {
  it('goes page by page to the end and acknowledges what it keeps', async () => {
    const world = aWorld();
    world.relay.pageRows = 3;
    for (let number = 1; number <= 5; number += 1) world.add({ id: uuid(number) });
    await readAll(world);
    expect(world.cursor()).toMatchObject({ epoch: 'e1', seq: 5, eventId: uuid(5) });
    expect(
      world.relay.asked.filter((one) => one.includes('/events?')).map((one) => new URL(one.slice(4), 'http://x').searchParams.get('after')),
    ).toEqual(['0', '2']);
    expect(world.relay.cursors).toEqual([3, 5].map((seq) => ({ epoch: 'e1', seq })));
  });

  it('hands on a revocation that the service signed, and none that somebody else did', async () => {
    const world = aWorld();
    world.add({ id: uuid(1), type: 'Revocation', by: 'stranger' });
    world.add({ id: uuid(2), type: 'Revocation', integrationId: '22222222-2222-4222-8222-222222222222' });
    await readAll(world);
    expect(world.pages.flatMap((page) => page.revocations)).toEqual([]);
    world.add({ id: uuid(3), type: 'Revocation' });
    await world.clock.advance(61_000);
    await until(() => world.cursor()?.seq === 3, 'read');
    expect(world.pages.flatMap((page) => page.revocations)).toMatchObject([{ integrationId: ONE, at: expect.any(Number) }]);
  });

  it('keeps a forged event without effect, and goes on behind it', async () => {
    const world = aWorld();
    const judged: unknown[] = [];
    const before = { ...world.journal.results };
    Object.assign(world.journal.results, {
      commitPage: (page: Parameters<typeof before.commitPage>[0]) => {
        judged.push(...page.events.map((event) => [event.seq, event.envelope?.id ?? null]));
        return before.commitPage(page);
      },
    });
    world.add({ id: uuid(1), by: 'stranger' });
    world.relay.add(
      ONE,
      { ...anEvent({ id: uuid(2) }, world.clock.wallMs()), body: Buffer.from('{"changed":true}').toString('base64'), receivedAt: 0 },
      0,
    );
    world.relay.add(ONE, { ...anEvent({ id: uuid(3) }, world.clock.wallMs()), eventId: uuid(99), receivedAt: world.clock.wallMs() }, 0);
    world.relay.add(ONE, { eventId: 'not an id', jwt: 'a.b.c', body: '', receivedAt: 0 }, 0);
    world.add({ id: uuid(5) });
    await readAll(world);
    expect(judged).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, null],
      [5, uuid(5)],
    ]);
    expect(world.cursor()?.seq).toBe(5);
  });

  it('commits and acknowledges nothing while the service’s keys cannot be read', async () => {
    const world = aWorld();
    world.add({ id: uuid(1) });
    world.relay.instead = (request) => (request.url.endsWith('/jwks') ? 503 : null);
    await readAll(world);
    expect(world.results.view()).toMatchObject({ kind: 'unreachable', code: 'unsure' });
    expect(world.cursor()).toBe(null);
    expect(world.relay.cursors).toEqual([]);
    world.relay.instead = null;
    await world.clock.advance(31_000);
    await until(() => world.cursor()?.seq === 1, 'read');
  });

  it('goes on behind an event by an unknown key, tells it from a forgery, and lets it count once its key is published', async () => {
    const world = aWorld();
    world.add({ id: uuid(1) });
    world.add({ id: uuid(2), by: 'stranger', kid: 'k2' });
    world.add({ id: uuid(3), by: 'stranger' });
    world.add({ id: uuid(4), by: 'stranger', kid: 'k3' });
    world.add({ id: uuid(5) });
    await readAll(world);
    await until(() => world.cursor()?.seq === 5, 'read');
    expect(world.journal.secondLook.unverified(0).map(({ seq, doubt }) => [seq, doubt])).toEqual([
      [2, 'unknown-key'],
      [3, 'forged'],
      [4, 'unknown-key'],
    ]);
    expect(world.journal.results.figures()).toMatchObject({ forged: 1, unknownKey: 2, unmatched: 2 });
    expect(world.results.view().kind).toBe('connected');
    world.relay.instead = ({ url }) => (url.endsWith('/jwks') ? jwksWith('k2') : null);
    await world.clock.advance(3_600_000 + 5 * 60_000);
    await until(() => world.journal.results.figures().unknownKey === 1, 'judged again');
    expect(world.journal.results.figures()).toMatchObject({ forged: 1, unmatched: 3 });
  });

  it('judges an event by a key that was published right after a reading half a minute later, and not with the next sweep', async () => {
    const world = aWorld();
    world.add({ id: uuid(1), by: 'stranger', kid: 'k2' });
    await readAll(world);
    await until(() => world.journal.results.figures().unknownKey === 1, 'kept');
    world.relay.instead = ({ url }) => (url.endsWith('/jwks') ? jwksWith('k2') : null);
    await world.clock.advance(32_000);
    await until(() => world.journal.results.figures().unknownKey === 0, 'judged again');
    expect(world.journal.secondLook.unverified(0)).toEqual([]);
  });

  it('judges an event that was kept by the run before as soon, however often the program is started', async () => {
    const world = aWorld();
    const at = world.clock.wallMs();
    const { eventId, jwt, body } = anEvent({ id: uuid(1), by: 'stranger', kid: 'k2' }, at);
    const kept = { seq: 1, eventId: eventId as EventId, receivedAt: at, jwt, body: Buffer.from(body, 'base64') };
    const events = [{ ...kept, envelope: null, doubt: 'unknown-key' as const }];
    world.journal.results.commitPage({ integrationId: ONE, epoch: 'e1', events, at });
    world.relay.instead = ({ url }) => (url.endsWith('/jwks') ? jwksWith('k2') : null);
    world.results.start();
    await until(() => world.relay.streams.length > 0, 'started');
    await world.clock.advance(32_000);
    await until(() => world.journal.results.figures().unknownKey === 0, 'judged again');
    expect(world.journal.secondLook.unverified(0)).toEqual([]);
  });

  it('counts the numbers that were left out', async () => {
    const world = aWorld();
    world.add({ id: uuid(1) });
    await readAll(world);
    world.add({ id: uuid(2) }, 3);
    world.add({ id: uuid(3) });
    await world.clock.advance(61_000);
    await until(() => world.cursor()?.seq === 6, 'read');
    expect(missing(world)).toBe(3);
  });

  it('begins again when the relay’s log did', async () => {
    const world = aWorld();
    for (const number of [1, 2, 3]) world.add({ id: uuid(number) });
    await readAll(world);
    world.relay.loseAll('e2');
    world.add({ id: uuid(3) });
    world.add({ id: uuid(4) });
    await world.clock.advance(61_000);
    await until(() => world.cursor()?.epoch === 'e2' && world.cursor()?.seq === 2, 'read again');
    expect(world.relay.cursors.at(-1)).toEqual({ epoch: 'e2', seq: 2 });
  });

  it('acknowledges later what could not be acknowledged', async () => {
    const world = aWorld();
    world.add({ id: uuid(1) });
    world.relay.instead = (request) => (request.method === 'PUT' ? 503 : null);
    await readAll(world);
    expect(world.cursor()?.seq).toBe(1);
    world.relay.instead = null;
    await world.clock.advance(61_000);
    await until(() => world.relay.cursors.length === 1, 'acknowledged');
    await world.clock.advance(120_000);
    expect(world.relay.cursors).toEqual([{ epoch: 'e1', seq: 1 }]);
  });

  it.each([
    ['no page', { hello: 1 }],
    ['a page without end', { epoch: 'e1', events: [], more: true }],
    ['an epoch that is another each time', null],
    [
      'a seq that goes back',
      { epoch: 'e1', events: [2, 1].map((seq) => ({ seq, eventId: uuid(seq), receivedAt: 0, jwt: '', body: '' })), more: false },
    ],
    ['a body that is no base64', { epoch: 'e1', events: [{ seq: 1, eventId: uuid(1), receivedAt: 0, jwt: '', body: '%%%' }], more: false }],
  ])('is not led astray by %s', async (_, page) => {
    const world = aWorld();
    let epochs = 0;
    world.relay.instead = (request) =>
      request.url.includes('/events?') ? (page ?? { epoch: `e${(epochs += 1)}`, events: [], more: true }) : null;
    await readAll(world);
    await world.clock.advance(120_000);
    expect(world.results.view().kind).toBe('unreachable');
    expect(world.relay.asked.length).toBeLessThan(60);
    expect(world.cursor()?.seq ?? 0).toBe(0);
  });
});

/** The journal was rebuilt from an older copy, and the company has had another integration since. One document waits, because a user allowed it. */
function madeAnew(): World {
  const world = aWorld();
  const { journal, clock } = world;
  const [company] = journal.companies.companies();
  if (company === undefined) throw new Error('there is no company');
  const folder = aFolder({ journal, clock, file: '' }, company);
  const companies = [{ ...company, integrationId: OTHER_INTEGRATION, formerIntegrationIds: [ONE] }];
  const mirror: Mirror = { version: 1, companies, folders: [folder], settings: null };
  journal.setUp.restoreSetUp(mirror, { at: clock.wallMs(), fromBackup: true });
  journal.intake.enqueue(aFile(folder));
  return world;
}

const due = ({ journal, clock }: World) => journal.delivery.due(clock.wallMs(), 9).length;

describe('what was sent under a former integration, of which a journal that was made anew knows nothing,', () => {
  it('is read to its end before anything of the company is sent', async () => {
    const world = madeAnew();
    world.relay.pageRows = 2;
    for (const number of [1, 2, 3, 4]) world.add({ id: uuid(number) });
    world.relay.instead = ({ url }) => (url.includes(`${ONE}/events`) && !url.includes('after=0') ? 'unreachable' : null);
    world.results.start();
    await until(() => world.results.view().kind === 'unreachable', 'not readable to its end');
    expect(world.cursor()?.seq).toBe(2);
    expect([due(world), world.journal.delivery.nextDueAt()]).toEqual([0, null]);
    world.relay.instead = null;
    await world.clock.advance(MINUTE_MS);
    await until(() => world.results.view().kind === 'connected', 'read');
    expect(due(world)).toBe(1);
    expect(world.journal.delivery.nextDueAt()).not.toBeNull();
  });

  it('keeps nothing waiting once nobody can prove to the relay any more that they may read it', async () => {
    const world = madeAnew();
    world.relay.instead = ({ url }) => (url.includes(ONE) && url.includes('/events') ? 404 : null);
    world.says.prove = fail({ kind: 'relay-unreachable' });
    world.results.start();
    await until(() => world.results.view().kind === 'connected', 'looked at');
    expect(due(world)).toBe(0);
    world.says.prove = fail({ kind: 'wrong-secret' });
    await world.clock.advance(16 * MINUTE_MS);
    await until(() => world.results.way().closed.length > 0, 'closed');
    expect(due(world)).toBe(1);
  });

  it('keeps nothing waiting where there is no relay', async () => {
    const world = madeAnew();
    world.says.ready = false;
    world.says.prove = ok(null);
    world.results.start();
    await until(() => world.journal.results.readFirst().length === 0, 'given up');
    expect(due(world)).toBe(1);
  });
});
