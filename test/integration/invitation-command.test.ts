import { describe, expect, it } from 'vitest';
import { invitationCommand } from '#electron/headless/commands/invitation.ts';
import { EXIT } from '#electron/headless/exit-codes.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { type InvitationFixture, invitationFixture, type Invited, lookAt, questionOn, RELAY_HOST } from './invitation-fixture.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';

type Opener = Pick<InvitationFixture, 'client' | 'during'>;
type Given = { readonly files?: Readonly<Record<string, string>>; readonly input?: string };

/** Runs `intray invitation …`: its exit code, what it printed, and what it said beside it. */
async function run({ client, during }: Opener, { files = {}, input = '' }: Given, ...args: readonly string[]) {
  const ready = invitationCommand.parse([...args, '--profile', '/x']);
  if (!ready.ok) throw new Error(ready.failure);
  const [printed, said]: [string[], string[]] = [[], []];
  const exit = await during(
    ready.value.run({
      client: client(),
      clock: nodeClock(),
      print: (line) => void printed.push(line),
      complain: (line) => void said.push(line),
      readInput: async () => input,
      readFile: async (path) => files[path] ?? null,
      program: 'intray',
    }),
  );
  return { exit, printed: printed.join('\n'), said: said.join('\n') };
}

describe('the command that opens an invitation', () => {
  it('names the relay and asks nothing of it until it is repeated, says the question, and connects with the number', async () => {
    const fixture = await invitationFixture();
    const { link, number } = await fixture.invite({ deposit: true });
    const files = { 'a.intray': `\uFEFF${link}\n` };
    const unknown = await run(fixture, { files }, 'a.intray');
    expect(unknown).toMatchObject({ exit: EXIT.no, said: expect.stringContaining(`the relay ${RELAY_HOST}`) });
    const wrong = await run(fixture, { files }, 'a.intray', '--relay-host', 'intray.cabinet.exampel', '--number', number);
    expect(wrong).toMatchObject({ exit: EXIT.no, said: expect.stringContaining('This is not the address') });
    expect(fixture.asked).toEqual([]);
    const question = await run(fixture, { files }, 'a.intray', '--relay-host', RELAY_HOST);
    expect(question.exit).toBe(EXIT.no);
    for (const told of ['Exemple SARL', 'Cabinet Exemple', 'service.example', RELAY_HOST, '--number'])
      expect(question.said).toContain(told);
    expect(fixture.asked).not.toContain(RELAY_PATHS.invitationClaim);
    const done = await run(fixture, { files }, 'a.intray', '--relay-host', RELAY_HOST, '--number', number);
    expect(done).toMatchObject({ exit: EXIT.done, printed: expect.stringContaining('Exemple SARL is connected') });
    // Used up: by this computer.
    const again = await run(fixture, { files }, 'a.intray');
    expect(again).toMatchObject({ exit: EXIT.no, said: expect.stringContaining('by this computer') });
  });

  it('says of each address what is there, and warns of a relay that names itself as the place of the documents', async () => {
    const fixture = await invitationFixture();
    const { link } = await fixture.invite({ deposit: true });
    const files = { 'a.intray': link };
    const ask = async (change: Readonly<Record<string, string>>) => {
      fixture.liesOf((told) => ({ ...told, service: { ...(told['service'] as object), ...change } }));
      return (await run(fixture, { files }, 'a.intray', '--relay-host', RELAY_HOST)).said.split('\n');
    };
    const real = 'https://login.real-service.example';
    const itself = { baseUrl: `https://${RELAY_HOST}/v1`, authUrl: real, jwksUrl: `${real}/jwks.json` };
    expect(await ask(itself)).toEqual(
      expect.arrayContaining([
        `Your documents and your secret go to:  ${RELAY_HOST}`,
        'Sign-in is at:                         login.real-service.example',
        'The results are proven by:             login.real-service.example',
        `The results come from:                 ${RELAY_HOST} (It also sees your secret, to check that the company is yours.)`,
        `Your documents and your secret go to ${RELAY_HOST}, while sign-in and the proof of the results are at login.real-service.example: ask your accountant whether that is right.`,
      ]),
    );
    // The other way round: only what proves results is elsewhere.
    const forger = await ask({ baseUrl: `${real}/v1`, authUrl: real, jwksUrl: 'https://keys.evil.example:8443/jwks.json' });
    expect(forger).toContain('Your documents and your secret go to:  login.real-service.example');
    expect(forger.join('\n')).toMatch(/are proven by keys\.evil\.example:8443, while .*: ask your accountant/);
    // Everything at the relay: each place is said all the same.
    const all = `https://${RELAY_HOST}`;
    const one = await ask({ baseUrl: `${all}/v1`, authUrl: all, jwksUrl: `${all}/jwks` });
    expect(one.filter((line) => line.includes(RELAY_HOST))).toHaveLength(4);
    expect(one).toContain('Documents, sign-in and proof are at the same address.');
  });

  it('takes the secret on standard input where none was deposited, and a name where none is told', async () => {
    const fixture = await invitationFixture();
    const { link, integration } = await fixture.invite({ deposit: false, company: null });
    const given = { files: { 'a.intray': link }, input: `${integration.integrationSecret}\n` };
    const nameless = await run(fixture, given, 'a.intray', '--relay-host', RELAY_HOST);
    expect(nameless).toMatchObject({ exit: EXIT.usage, said: expect.stringContaining('not told') });
    const done = await run(fixture, given, 'a.intray', '--relay-host', RELAY_HOST, '--name', 'Chez Anne');
    expect(done).toMatchObject({ exit: EXIT.done, printed: expect.stringContaining('Chez Anne is connected') });
  });

  it('says how many tries are left, and ends what somebody else has used', async () => {
    const fixture = await invitationFixture();
    const { link, number } = await fixture.invite({ deposit: true });
    expect(await run(fixture, { input: link }, '-', '--relay-host', RELAY_HOST, '--undo')).toMatchObject({
      exit: EXIT.no,
      said: expect.stringContaining('Nobody has used this invitation yet'),
    });
    const wrong = await run(fixture, { input: link }, '-', '--relay-host', RELAY_HOST, '--number', '11111111');
    expect(wrong).toMatchObject({ exit: EXIT.no, said: expect.stringContaining('Tries that are left: 4') });
    const other = await fixture.secondComputer('laptop', 'new');
    expect(await run(other, { input: link }, '-', '--relay-host', RELAY_HOST, '--number', number)).toMatchObject({ exit: EXIT.done });
    const spent = await run(fixture, { input: link }, '-', '--relay-host', RELAY_HOST, '--number', number);
    expect(spent).toMatchObject({ exit: EXIT.no, said: expect.stringMatching(/by a computer that calls itself "laptop"\. .*--undo/) });
    const undone = await run(fixture, { input: link }, '-', '--relay-host', RELAY_HOST, '--undo');
    expect(undone).toMatchObject({ exit: EXIT.done, printed: expect.stringContaining('has to be replaced') });
  });

  it('does not take a computer of the same name for this one, nor its name for harmless', async () => {
    const fixture = await invitationFixture();
    const { link, number } = await fixture.invite({ deposit: true });
    const other = await fixture.secondComputer('laptop', 'new');
    await run(other, { input: link }, '-', '--relay-host', RELAY_HOST, '--number', number);
    const said = async (by: string) => {
      fixture.liesOf((told) => ({ ...told, by }));
      return (await run(fixture, { input: link }, '-', '--relay-host', RELAY_HOST)).said;
    };
    expect(await said('desk')).toMatch(
      /by a computer that calls itself "desk"\. This one has the same name, but Intray knows nothing of it here\./,
    );
    expect(await said('desk\u202e\u2066')).toContain('"desk\ufffd\ufffd"');
  });

  it('says of a text without an invitation what is wrong with it', async () => {
    const fixture = await invitationFixture();
    expect(await run(fixture, { input: 'Bonjour' }, '-')).toMatchObject({ exit: EXIT.no, said: expect.stringContaining('no invitation') });
    expect(await run(fixture, {}, 'gone.intray')).toMatchObject({ exit: EXIT.no, said: 'gone.intray cannot be read.' });
  });
});

type User = Pick<InvitationFixture, 'client' | 'during'>;

/** What the user's own computer is called at the relay. */
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
