import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { browsersRouter } from '#electron/headless/host/host-app.ts';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import type { Call } from '#electron/headless/commands/support/command.ts';
import { help } from '#electron/headless/command-line.ts';
import { createSessions } from '#electron/headless/host/sessions.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

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

  test('needs a host that runs, and is in the help', () => {
    for (const args of [['browsers'], ['browsers', 'end', '--all']])
      expect(readCommand([...args, '--profile', 'p'])).toMatchObject({ ok: true, value: { needs: 'host' } });
    expect(help('intray')).toContain('  browsers end ID | --all\n');
  });
});
