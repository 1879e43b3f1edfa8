import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { noNetworkOfItsOwn, NO_IPV6, unless } from '#test/support/why-skipped.ts';

const TEST_MS = 120_000;

/** What was seen in a network of its own, which this program alone is in. */
function seen(scene: string): unknown {
  const args = [
    '-n',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
    process.execPath,
    'test/faults/programs/loopback-in-namespace.ts',
    scene,
  ];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('a port on the loopback addresses', unless(NO_IPV6, noNetworkOfItsOwn()), () => {
  test('is ours on ::1 where IPv6 is switched on only later, and nobody else’s before', { timeout: TEST_MS }, () => {
    expect(seen('comesLater')).toEqual({
      ipv6: 'reserved',
      before: ['EADDRNOTAVAIL', 'EADDRINUSE', 'EADDRINUSE'],
      after: ['EADDRINUSE', 'EADDRINUSE', 'EADDRINUSE'],
      answers: 'ours',
    });
  });

  test('is not held where another user waits for IPv6 to be switched on', { timeout: TEST_MS }, () => {
    expect(seen('takenBefore')).toEqual({ kind: 'taken', address: '::' });
  });

  test('is chosen among those that are free on both, and none is where none is', { timeout: TEST_MS }, () => {
    expect(seen('scarcePorts')).toEqual({ one: 40_001, none: 'taken' });
  });
});
