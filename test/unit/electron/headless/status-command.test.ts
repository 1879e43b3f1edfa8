import { describe, expect, it } from 'vitest';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import type { Call } from '#electron/headless/commands/command.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';

const OVERVIEW: Overview = {
  standing: 'fine',
  counts: { ...NO_COUNTS },
  companies: [],
  folders: [],
  strays: [],
  relay: { kind: 'connected', since: wallMs(0), lastReadAt: wallMs(0) },
  answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
  vault: 'open',
  disk: { kind: 'good' },
  recovery: null,
  now: wallMs(0),
};

/** What a terminal shows of an engine that is so. */
async function status(change: Partial<Overview>): Promise<string> {
  const command = readCommand(['status', '--profile', 'p']);
  if (!command.ok) throw new Error(command.failure);
  const lines: string[] = [];
  // Of all calls, this command makes one.
  const client = { overview: async () => ({ ...OVERVIEW, ...change }) } as unknown as Call['client'];
  const terminal = { print: (line: string) => lines.push(line), complain: () => {}, readInput: async () => '', readFile: async () => null };
  await command.value.run({ ...terminal, client, clock: nodeClock() });
  return lines.join('\n');
}

describe('the status on a terminal', () => {
  it.each(['stream', 'long-poll', 'poll'] as const)('tells that answers come by %s, and what is the matter with them', async (mode) => {
    const text = await status({ answers: { ...OVERVIEW.answers, mode, missing: 2, forged: 3, unknownKey: 0, unmatched: 4 } });
    expect(text).toContain(
      `answers: by ${mode}; 2 numbers missing, 3 not signed by the service, 0 by keys unknown here, 4 for unknown documents, 0 connections closed`,
    );
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'right certificate'],
    ['device-unknown', 'does not know this computer'],
    ['unsure', 'no answer can be checked'],
    ['status-503', 'busy or has a fault'],
    ['ECONNREFUSED', 'cannot be reached'],
  ])('tells of %s that it %s', async (code, words) => {
    expect(await status({ relay: { kind: 'unreachable', since: wallMs(0), lastReadAt: null, code } })).toContain(words);
  });

  it('tells of an installation that was just made in words, and not by the names of states', async () => {
    const text = await status({ vault: 'absent', relay: { kind: 'not-set' } });
    expect(text).toContain('vault: none yet, and none is needed yet');
    expect(text).toContain('relay: no address is known; give it with "configure FILE"');
  });

  it('tells of a wrong clock', async () => {
    expect(await status({ clockAheadMs: -90 * MINUTE_MS })).toContain('clock: -90 minutes ahead');
    expect(await status({})).not.toContain('clock:');
  });
});
