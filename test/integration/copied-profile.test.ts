import { describe, expect, it } from 'vitest';
import { computerCommands } from '#electron/headless/commands/computers.ts';
import { statusCommand } from '#electron/headless/commands/status.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Command } from '#electron/headless/commands/support/command.ts';
import { RELAY_PATHS, RUN_HEADER } from '#shared/relay-protocol/protocol.ts';
import { integrationFixture, RELAY, type IntegrationFixture } from './integration-fixture.ts';

/** A connected company, and a way to act as a copy of its profile: the same token, in another program. */
async function aCopiedProfile() {
  const fixture = await integrationFixture();
  const bearers: string[] = [];
  fixture.network.set(RELAY, async (request) => {
    bearers.push(request.headers.get('authorization') ?? '');
    return fixture.relay.fetch(request);
  });
  await fixture.connect('Bakery', await fixture.integration());
  await fixture.clock.advance(MINUTE_MS);
  const authorization = bearers.findLast((bearer) => bearer !== '') ?? '';
  const copyAsks = async (): Promise<number> => {
    const headers = { authorization, [RUN_HEADER]: 'the copy' };
    return (await fixture.relay.fetch(new Request(`${RELAY}${RELAY_PATHS.me}`, { headers }))).status;
  };
  const bothLive = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      expect(await copyAsks()).toBe(200);
      await fixture.clock.advance(MINUTE_MS);
    }
  };
  return { ...fixture, bothLive };
}

/** A command's output and exit code. */
async function said(fixture: Pick<IntegrationFixture, 'client' | 'during'>, command: Command | undefined) {
  const lines: string[] = [];
  const ready = command?.parse(['--profile', '/x']);
  if (ready?.ok !== true) throw new Error('wrong words');
  const print = (line: string): void => void lines.push(line);
  const call = {
    client: fixture.client(),
    clock: nodeClock(),
    print,
    complain: print,
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  return { code: await fixture.during(ready.value.run(call)), text: lines.join('\n') };
}

describe('a profile whose copy runs at the same time', () => {
  it('says so in the window and on the command line, sends on, and says so no more when the copy has ended', async () => {
    const fixture = await aCopiedProfile();
    expect((await fixture.overview()).isCopied).toBeUndefined();
    await fixture.bothLive(5);
    expect(await fixture.overview()).toMatchObject({ isCopied: true, standing: 'needs-you' });
    expect((await said(fixture, statusCommand)).text).toContain('a copy of it runs at the same time');
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await fixture.clock.advance(15 * MINUTE_MS);
    expect((await fixture.overview()).isCopied).toBeUndefined();
  });

  it('becomes a computer of its own when it is told to, with its history, its answers and nothing sent twice', async () => {
    const fixture = await aCopiedProfile();
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await fixture.bothLive(5);
    const command = computerCommands.find(({ words }) => words === 'companies new-identity');
    expect(await said(fixture, command)).toEqual({ code: 0, text: expect.stringContaining('a computer of its own') });
    await fixture.bothLive(10);
    expect((await fixture.overview()).isCopied).toBeUndefined();
    expect(fixture.relay.count('devices')).toBe(2);
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    expect(await fixture.documents()).toHaveLength(1);
  });
});
