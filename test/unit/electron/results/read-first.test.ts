import { describe, expect, it } from 'vitest';
import type { Mirror } from '#electron/journal/profile/mirror.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { aFile, aFolder, OTHER_INTEGRATION } from '#test/unit/electron/journal/an-open-journal.ts';
import { aWorld, ONE, until, uuid, type World } from './bench.ts';

/** The journal was rebuilt from an older copy, and the company has had another integration since. One document waits, because a person allowed it. */
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
