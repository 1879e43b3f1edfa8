import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeClock } from '#shared/node/clock.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { spawn, spawnSync } from 'node:child_process';
import { nodeRandom } from '#shared/node/random.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { once } from 'node:events';
import { NO_SIGNALS, unless } from '#test/support/why-skipped.ts';
import { base64urlnopad } from '@scure/base';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import {
  invitationKeys,
  newClaimKeys,
  newInvitationCode,
  newNumber,
  numberProof,
  openAnswer,
  openSecret,
  sealAnswer,
  sealSecret,
} from '#shared/node/invitation-keys.ts';
import { claimAnswerSchema } from '#shared/relay-protocol/invitations.ts';

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

/** The bytes 00 01 … 0f. What OpenSSL (`openssl kdf`, `openssl dgst`) and Python's cryptography made of it is below. */
const CODE = 'AAECAwQFBgcICQoLDA0ODw';
const FIND = 'badf4c3238e8d7dcc66bbe8e29f13e1f6de28945013eae7a677e582619542b8d';
const SEAL = '8d8454a56bef867407ba7b00c4140bdd06d5e042428e924ae76c47fcb19fc1ae';
const NUMBER = '2ee44b875be10c71110c680e0b7276d7d2817a0f8022fdbb4351aae71186a004';
const PROOF_OF_01234567 = 'e43eb2128bc3229cf4d5f4209f82ae558c6405a55ce2b7f5ea74452de0b0624c';
const INTEGRATION = integrationIdSchema.parse('7f9c24e8-3b13-4c4d-9b0c-1f2e3d4c5b6a');
const SECRET = 's3cret-of-the-integration';
const DEPOSIT = {
  iv: Buffer.from('000102030405060708090a0b', 'hex'),
  ciphertext: Buffer.from('79e6d8d94a8cda19e8caa416b8f65bef74c493a791d3872c47af2cf698e6b4c4e29c9dd77a3bc16f7f', 'hex'),
};
/** Of the private keys 00 … 1f (device) and 20 … 3f (relay). */
const DEVICE_KEY = '8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f';
const ANSWER = {
  key: 'NYBy1jZYgNGu6jKa35EhODhR7SGijjt16WXQ0s0WYlQ',
  iv: 'EBESExQVFhcYGRob',
  ciphertext: '520nhEiDYcs8awigQe5GvCL_bd6l40cbBKnJo5EYUP90x7mO7fB9OKA7ydytz_BeO3ij2N6M1OtX-wPCzWz32v60dvGO',
};

const random = nodeRandom();
const context = { sealKey: invitationKeys(CODE).seal, integrationId: INTEGRATION };

describe('the keys of an invitation', () => {
  it('are what other programs derive from the same code', () => {
    const keys = invitationKeys(CODE);
    expect([keys.find, keys.seal, keys.number].map(hex)).toEqual([FIND, SEAL, NUMBER]);
    expect(hex(numberProof(keys.number, '01234567'))).toBe(PROOF_OF_01234567);
  });

  it('are refused for what is no code', () => {
    expect(() => invitationKeys('AAECAwQFBgcICQoLDA0OD')).toThrow('16 bytes');
    expect(() => invitationKeys('AAECAwQFBgcICQoLDA0ODx')).toThrow('16 bytes');
  });

  it('open what another program sealed, and nothing that was changed or is for something else', () => {
    expect(openSecret(DEPOSIT, context)).toBe(SECRET);
    const changed = Uint8Array.from(DEPOSIT.ciphertext, (byte, at) => (at === 3 ? byte ^ 1 : byte));
    expect(openSecret({ ...DEPOSIT, ciphertext: changed }, context)).toBeNull();
    expect(openSecret({ ...DEPOSIT, ciphertext: DEPOSIT.ciphertext.subarray(0, 9) }, context)).toBeNull();
    expect(openSecret({ ...DEPOSIT, iv: DEPOSIT.iv.subarray(1) }, context)).toBeNull();
    const other = integrationIdSchema.parse('7f9c24e8-3b13-4c4d-9b0c-1f2e3d4c5b6b');
    expect(openSecret(DEPOSIT, { ...context, integrationId: other })).toBeNull();
    expect(openSecret(DEPOSIT, { ...context, sealKey: invitationKeys(newInvitationCode(random)).seal })).toBeNull();
  });

  it('seal a secret anew each time', () => {
    const [one, two] = [sealSecret(SECRET, context, random), sealSecret(SECRET, context, random)];
    expect(openSecret(one, context)).toBe(SECRET);
    expect(hex(one.ciphertext)).not.toBe(hex(two.ciphertext));
  });
});

describe('the answer to a claim', () => {
  const deviceKeys = { privateKey: Uint8Array.from({ length: 32 }, (_, at) => at), publicKey: Buffer.from(DEVICE_KEY, 'hex') };

  it('is opened as another program sealed it', () => {
    const opened = openAnswer(ANSWER, deviceKeys);
    expect(opened).not.toBeNull();
    expect(opened === null ? null : openSecret(opened, context)).toBe(SECRET);
  });

  it('is opened by the key that claimed, and by no other', () => {
    const keys = newClaimKeys(random);
    const sealed = sealAnswer(DEPOSIT, keys.publicKey, random);
    if (sealed === null) throw new Error('such a key can be encrypted to');
    expect(claimAnswerSchema.safeParse({ integrationId: INTEGRATION, sealed }).success).toBe(true);
    expect(openAnswer(sealed, keys)).toEqual({ iv: new Uint8Array(DEPOSIT.iv), ciphertext: new Uint8Array(DEPOSIT.ciphertext) });
    expect(openAnswer(sealed, newClaimKeys(random))).toBeNull();
    expect(openAnswer({ ...sealed, key: base64urlnopad.encode(newClaimKeys(random).publicKey) }, keys)).toBeNull();
    expect(openAnswer({ ...sealed, ciphertext: 'AAAA' }, keys)).toBeNull();
  });

  it('is not made for a key that gives everybody the same secret', () => {
    expect(sealAnswer(DEPOSIT, new Uint8Array(32), random)).toBeNull();
    expect(sealAnswer(DEPOSIT, new Uint8Array(31), random)).toBeNull();
  });

  it('uses the public key that other programs compute', () => {
    expect(hex(newClaimKeys({ bytes: () => deviceKeys.privateKey }).publicKey)).toBe(DEVICE_KEY);
  });
});

describe('a number', () => {
  it('has eight digits, and zeros at its beginning', () => {
    expect(newNumber({ bytes: () => Uint8Array.of(0, 0, 0, 42) })).toBe('00000042');
    expect(newNumber({ bytes: () => Uint8Array.of(0xfa, 0x56, 0xe9, 0xff) })).toBe('99999999');
    for (let turn = 0; turn < 50; turn += 1) expect(newNumber(random)).toMatch(/^[0-9]{8}$/);
  });

  it('is drawn again where it would make some numbers likelier', () => {
    const drawn = [Uint8Array.of(0xfa, 0x56, 0xea, 0x00), Uint8Array.of(0, 0, 0, 7)];
    expect(newNumber({ bytes: () => drawn.shift() ?? new Uint8Array(4) })).toBe('00000007');
    expect(drawn).toEqual([]);
  });
});
