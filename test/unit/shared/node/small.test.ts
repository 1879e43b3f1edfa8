import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeClock } from '#shared/node/clock.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { spawn, spawnSync } from 'node:child_process';
import { nodeRandom } from '#shared/node/random.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { once } from 'node:events';
import { NO_SIGNALS, unless } from '#test/support/why-skipped.ts';

describe('nodeClock', () => {
  it('tells milliseconds since 1970 and milliseconds that never go back', () => {
    const clock = nodeClock();
    expect(clock.wallMs()).toBeGreaterThan(Date.UTC(2026, 0));
    const before = clock.monotonicMs();
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(before);
  });

  it('wakes a sleeper at once when it is stopped', async () => {
    const stop = new AbortController();
    const asleep = nodeClock().sleep(3_600_000, stop.signal);
    stop.abort();
    await expect(asleep).resolves.toBeUndefined();
  });

  it('does not fall asleep when it is stopped already', async () => {
    await expect(nodeClock().sleep(3_600_000, AbortSignal.abort())).resolves.toBeUndefined();
  });

  it('sleeps longer than one timer of Node can', async () => {
    const stop = new AbortController();
    const asleep = nodeClock().sleep(2 ** 32, stop.signal);
    const first = await Promise.race([
      asleep.then(() => 'overflowed'),
      nodeClock()
        .sleep(5)
        .then(() => 'asleep'),
    ]);
    expect(first).toBe('asleep');
    stop.abort();
    await asleep;
  });
});

const coded = (code: unknown, more: ErrorOptions = {}): Error => Object.assign(new Error('x', more), { code });

describe('the code of an error', () => {
  it.each([
    ['its own', coded('EACCES'), 'EACCES'],
    ['that of its cause, which says more', coded('ERR_OUTER', { cause: coded('ECONNREFUSED') }), 'ECONNREFUSED'],
    ['its own where the cause has none', coded('EACCES', { cause: new Error('y') }), 'EACCES'],
    ['that of the first of several', new AggregateError([coded('ETIMEDOUT'), coded('ENETUNREACH')]), 'ETIMEDOUT'],
  ])('is %s', (_, error, code) => {
    expect(codeOf(error)).toBe(code);
  });

  it.each([
    ['an error without one', new Error('x')],
    ['a code that is a number', coded(5)],
    ['no error', { code: 'EACCES' }],
    ['nothing', null],
  ])('is UNKNOWN of %s', (_, error) => {
    expect(codeOf(error)).toBe('UNKNOWN');
  });
});

describe('the digest of a file', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['a few bytes', Buffer.from('bytes')],
    ['five megabytes', Buffer.alloc(5_242_880, 'scan')],
    ['a scan that is a part of a larger room', Buffer.alloc(400_000, 'room').subarray(100_001, 300_002)],
    ['as much as is hashed at once', Buffer.alloc(65_536, 1)],
    ['a byte more', Buffer.alloc(65_537, 2)],
    ['memory that threads share', new Uint8Array(new SharedArrayBuffer(100_000)).fill(3)],
  ])('of %s is the hash of them', async (_what, bytes) => {
    expect(await nodeDigest(bytes)).toEqual(nodeSha256([bytes]));
  });

  it('lets others go on meanwhile', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 100) setImmediate(count);
    };
    setImmediate(count);
    await nodeDigest(Buffer.alloc(5_000_000));
    // Hashing in this thread would finish before the first turn; the number of turns depends on the machine.
    expect(turns).toBeGreaterThan(0);
  });
});

describe('pinoLog', () => {
  it('writes one JSON line with message and fields to stderr, also right before the end, and nothing to stdout', () => {
    const script = `import { pinoLog } from './shared/node/log.ts';
      const log = pinoLog({ name: 'relay' }); log.debug('hidden'); log.warn('item refused', { seq: 3 }); process.kill(process.pid, 'SIGKILL');`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(run.stdout).toBe('');
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(run.stderr)).toMatchObject({ name: 'relay', msg: 'item refused', seq: 3, level: 40 });
  });
});

describe('nodeRandom', () => {
  it('gives as many bytes as asked for, other ones each time', () => {
    const random = nodeRandom();
    expect(random.bytes(32)).toHaveLength(32);
    expect(random.bytes(32)).not.toEqual(random.bytes(32));
  });

  it('gives version 4 UUIDs in lower case and fractions below one', () => {
    expect(nodeRandom().uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(nodeRandom().fraction()).toBeLessThan(1);
  });
});

describe('nodeSha256', () => {
  it('hashes the parts as if they were one', () => {
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hex(nodeSha256([utf8('abc')]))).toBe(known);
    expect(hex(nodeSha256([utf8('a'), utf8(''), utf8('bc')]))).toBe(known);
  });
});

/** A stand-in for a server: prints its process id, closes in its own way on SIGTERM, and would run for ever. */
const PROGRAM = `
  const { endWithNpm } = await import(${JSON.stringify(`${process.cwd()}/shared/node/end-with-npm.ts`)});
  process.on('SIGTERM', () => { process.stdout.write('closed\\n', () => process.exit(0)); });
  setInterval(() => undefined, 1000);
  endWithNpm();
  process.stdout.write(process.pid + '\\n');
`;

describe('a program that npm started', unless(NO_SIGNALS), () => {
  it.each([['SIGTERM'], ['SIGKILL']] as const)('closes by itself when npm gets a %s', async (signal) => {
    // Like npm: a program whose shell runs ours, and which is the one that is killed.
    const npm = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; true'], { stdio: 'inherit' })`,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: 'server', NODE: process.execPath, PROGRAM },
      },
    );
    let said = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await once(npm.stdout, 'data');
    const pid = Number.parseInt(said, 10);
    onTestFinished(() => end(pid));
    npm.kill(signal);
    await once(npm.stdout, 'close');
    expect(said).toBe(`${pid}\nclosed\n`);
  });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone, as it should be.
  }
}
