import { describe, expect, it } from 'vitest';
import { computerCommands } from '#electron/headless/commands/computers.ts';
import { statusCommand } from '#electron/headless/commands/status.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Command } from '#electron/headless/commands/support/command.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { RUN_HEADER } from '#shared/relay-protocol/run-headers.ts';
import { aTown, RELAY, type Town } from './integration-fixture.ts';

/** A connected company, and a way to act as a copy of its profile: the same token, in another program. */
async function aCopiedProfile() {
  const town = await aTown();
  const bearers: string[] = [];
  town.network.set(RELAY, async (request) => {
    bearers.push(request.headers.get('authorization') ?? '');
    return town.relay.fetch(request);
  });
  await town.connect('Bakery', await town.integration());
  await town.clock.advance(MINUTE_MS);
  const authorization = bearers.findLast((bearer) => bearer !== '') ?? '';
  const copyAsks = async (): Promise<number> => {
    const headers = { authorization, [RUN_HEADER]: 'the copy' };
    return (await town.relay.fetch(new Request(`${RELAY}${RELAY_PATHS.me}`, { headers }))).status;
  };
  const bothLive = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      expect(await copyAsks()).toBe(200);
      await town.clock.advance(MINUTE_MS);
    }
  };
  return { ...town, bothLive };
}

/** A command's output and exit code. */
async function said(town: Pick<Town, 'client' | 'during'>, command: Command | undefined) {
  const lines: string[] = [];
  const ready = command?.parse(['--profile', '/x']);
  if (ready?.ok !== true) throw new Error('wrong words');
  const print = (line: string): void => void lines.push(line);
  const call = {
    client: town.client(),
    clock: nodeClock(),
    print,
    complain: print,
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  return { code: await town.during(ready.value.run(call)), text: lines.join('\n') };
}

describe('a profile whose copy runs at the same time', () => {
  it('says so in the window and on the command line, sends on, and says so no more when the copy has ended', async () => {
    const town = await aCopiedProfile();
    expect((await town.overview()).isCopied).toBeUndefined();
    await town.bothLive(5);
    expect(await town.overview()).toMatchObject({ isCopied: true, standing: 'needs-you' });
    expect((await said(town, statusCommand)).text).toContain('a copy of it runs at the same time');
    town.scan('one');
    await town.counted('awaiting', 1);
    await town.clock.advance(15 * MINUTE_MS);
    expect((await town.overview()).isCopied).toBeUndefined();
  });

  it('becomes a computer of its own when it is told to, with its history, its answers and nothing sent twice', async () => {
    const town = await aCopiedProfile();
    town.scan('one');
    await town.counted('awaiting', 1);
    await town.bothLive(5);
    const command = computerCommands.find(({ words }) => words === 'companies new-identity');
    expect(await said(town, command)).toEqual({ code: 0, text: expect.stringContaining('a computer of its own') });
    await town.bothLive(10);
    expect((await town.overview()).isCopied).toBeUndefined();
    expect(town.relay.count('devices')).toBe(2);
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    expect(await town.documents()).toHaveLength(1);
  });
});
