import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type InvitationFixture, invitationFixture, type Invited, lookAt, questionOn } from '../invitation-fixture.ts';

type User = Pick<InvitationFixture, 'client' | 'during'>;

/** What the person's own computer is called at the relay. */
const OWN_NAME = 'desk';

async function use(user: User, invited: Invited): Promise<void> {
  const { invitationId } = await questionOn(user, invited);
  const accepted = await user.during(user.client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }));
  if (!accepted.ok) throw new Error(accepted.failure.kind);
}

/** Another computer, which gives the relay this name instead of its own. */
async function impostor(fixture: InvitationFixture, name: string): Promise<User> {
  const thief = await fixture.secondComputer('thief', 'new');
  fixture.listen(async (request) => {
    const isEnrolment = new URL(request.url).pathname === RELAY_PATHS.devices;
    return fixture.relay.fetch(isEnrolment ? new Request(request, { method: 'POST', body: JSON.stringify({ name }) }) : request);
  });
  return thief;
}

describe('who used an invitation', () => {
  it.each([
    ['exactly', OWN_NAME],
    ['in another case', OWN_NAME.toUpperCase()],
    ['with an accent', 'désk'],
  ])('is not this computer because the one that did has its name %s', async (_, name) => {
    const fixture = await invitationFixture();
    const invited = await fixture.invite({ deposit: true });
    await use(await impostor(fixture, name), invited);
    fixture.listen(fixture.relay.fetch);
    expect(await lookAt(fixture, invited)).toMatchObject({ state: 'spent', by: name, who: 'namesake' });
  });

  it('is told in the same way where the other one was quicker by a moment', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, invited);
    await use(await impostor(fixture, OWN_NAME), invited);
    fixture.listen(fixture.relay.fetch);
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }))).toMatchObject({
      failure: { kind: 'over', over: { state: 'spent', who: 'namesake' } },
    });
    // The claim that came too late is none.
    expect(await lookAt(fixture, invited)).toMatchObject({ who: 'namesake' });
  });

  it('is this computer by the key of its claim: under another name, after a new start, and without its company', async () => {
    const fixture = await invitationFixture();
    const { client, during, desktop } = fixture;
    const invited = await fixture.invite({ deposit: true });
    await use(fixture, invited);
    expect(await lookAt(fixture, invited)).toMatchObject({ state: 'spent', by: OWN_NAME, who: 'here' });
    fixture.liesOf((told) => ({ ...told, by: 'PC-MALICE' }));
    desktop.kill();
    await during(desktop.start());
    expect(await lookAt(fixture, invited)).toMatchObject({ by: 'PC-MALICE', who: 'here' });
    const [company] = (await fixture.overview()).companies;
    await during(client().companies.remove({ companyId: company?.id ?? '' }));
    expect(await lookAt(fixture, invited)).toMatchObject({ who: 'here' });
  });

  it('is this computer, too, if it never heard that its claim had come in time', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, invited);
    fixture.listen(async (request) => {
      const answer = await fixture.relay.fetch(request);
      return request.url.endsWith(RELAY_PATHS.invitationClaim) ? new Response(null, { status: 502 }) : answer;
    });
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }))).toMatchObject({ ok: false });
    fixture.listen(fixture.relay.fetch);
    await fixture.clock.advance(11 * MINUTE_MS);
    expect(await lookAt(fixture, invited)).toMatchObject({ state: 'spent', who: 'here' });
  });

  it('is not this computer because a relay says so: it never claimed this invitation, whatever else it has claimed', async () => {
    const fixture = await invitationFixture();
    const [own, stolen] = [await fixture.invite({ deposit: true }), await fixture.invite({ deposit: true })];
    await use(fixture, own);
    const keys: unknown[] = [];
    fixture.liesOf((told) => (keys.push(told['key']), told));
    await lookAt(fixture, own);
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    fixture.listen(fixture.relay.fetch);
    await use(await fixture.secondComputer('thief', 'new'), stolen);
    fixture.liesOf((told) => ({ ...told, by: OWN_NAME, key: keys[0] }));
    expect(await lookAt(fixture, stolen)).toMatchObject({ who: 'namesake' });
    fixture.liesOf((told) => ({ ...told, by: OWN_NAME, key: undefined }));
    expect(await lookAt(fixture, stolen)).toMatchObject({ who: 'namesake' });
  });

  it('is told as well as can be by a relay that is older than the key: by the yes that this computer had', async () => {
    const fixture = await invitationFixture();
    const [own, late] = [await fixture.invite({ deposit: true }), await fixture.invite({ deposit: true })];
    fixture.liesOf((told) => ({ ...told, key: undefined }));
    await use(fixture, own);
    expect(await lookAt(fixture, own)).toMatchObject({ who: 'here' });
    const { invitationId } = await questionOn(fixture, late);
    await use(await fixture.secondComputer('thief', 'new'), late);
    const tried = fixture.client().invitations.accept({ invitationId, name: 'Anne', number: late.number });
    expect(await fixture.during(tried)).toMatchObject({ failure: { kind: 'over', over: { by: 'thief', who: 'other' } } });
  });

  it('is named without what would disturb the sentence around it', async () => {
    const fixture = await invitationFixture();
    const invited = await fixture.invite({ deposit: true });
    await use(await fixture.secondComputer('thief', 'new'), invited);
    fixture.liesOf((told) => ({ ...told, by: `\u001b[2J${'x'.repeat(5_000)}` }));
    const view = await lookAt(fixture, invited);
    expect(view).toMatchObject({ by: expect.stringMatching(/^\[2Jx{97}$/) as string, who: 'other' });
  });
});
