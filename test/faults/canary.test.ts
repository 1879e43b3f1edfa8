import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { keyOf, openVaultFile, readVaultFile } from '#electron/companies/vault-file.ts';
import { type Canary, findCanaries, type Left } from '#test/support/find-canaries.ts';
import { smallProxy } from '#test/support/network/small-proxy.ts';
import { filesBelow, openScene, type Scene } from './canary/scene.ts';
import { aStory, PROXY_PASSWORD, type Story, windowAnswers } from './canary/story.ts';

/** A dozen programs, and the waits of real back-offs: half a minute, and many times that on a loaded machine. */
const TEST_MS = 1_200_000;

describe('a story with secrets in it', () => {
  let scene: Scene;
  let story: Story;
  /** What was seen in the middle of the story: a write-ahead log before its checkpoint, answers, running programs. */
  const meanwhile: Left[] = [];
  const own: Canary[] = [];

  beforeAll(async () => {
    scene = await openScene();
    story = aStory(scene);
    await story.start();
    await story.connect();
    await look();
    await story.reconnect();
  }, TEST_MS);
  afterAll(async () => {
    await story.host().stop();
    await scene.close();
  }, TEST_MS);

  test('leaves them nowhere but in its vault', { timeout: TEST_MS }, async () => {
    const proxy = await smallProxy({ wants: { user: 'anne', password: PROXY_PASSWORD }, status: 502 });
    await story.goByProxy(proxy.url);
    // Proves that the password was really used: an unused secret could not leak.
    expect(proxy.heads.join()).toContain(Buffer.from(`anne:${PROXY_PASSWORD}`).toString('base64'));
    await story.goDirect();
    await look();
    await story.host().stop('SIGKILL');
    keep(filesBelow(scene.profile));
    await story.start();
    await look();
    await story.host().stop();
    const canaries = allCanaries();
    expect(canaries.length).toBeGreaterThan(KINDS_MIN);
    expect(findCanaries([...meanwhile, ...left()], canaries)).toEqual([]);
  });

  test('keeps them in the vault, and its key in the key file alone', () => {
    const vault = z.record(z.string(), z.string()).parse(Object.fromEntries(vaultSecrets()));
    expect(Object.keys(vault).map((name) => name.split(' ')[0])).toEqual(
      expect.arrayContaining(['integration-secret', 'device-token', 'proxy-password', 'client-secret']),
    );
    expect(vault['proxy-password']).toBe(PROXY_PASSWORD);
    expect(findCanaries(filesBelow(join(scene.root, 'keys')), [dataKey()])).not.toEqual([]);
  });

  test('would be found out if one of them were written down, in whatever form', () => {
    const path = join(scene.profile, 'logs.txt');
    for (const { name, secret } of allCanaries()) {
      const told = Buffer.concat([Buffer.from('anne:'), Buffer.from(secret), Buffer.from('.')]).toString('base64');
      writeFileSync(path, `{"msg":"connected","with":"Basic ${told}"}`);
      expect(findCanaries(filesBelow(scene.profile), [{ name, secret }]).filter((found) => found.endsWith('logs.txt'))).not.toEqual([]);
    }
    writeFileSync(path, '');
  });

  /** Everything at this moment: files while they are written, and what a window and a neighbour see. */
  async function look(): Promise<void> {
    scene.programs.look();
    const address = await scene.programs.run(['url', '--profile', scene.profile]);
    const { left: answers, session } = await windowAnswers(scene.profile, address.said.trim());
    own.push({ name: 'a session', secret: session }, { name: 'the command line’s key', secret: hostNote() });
    keep(filesBelow(scene.profile));
    meanwhile.push(...answers);
  }

  function hostNote(): string {
    return z.object({ commandKey: z.string() }).parse(JSON.parse(readFileSync(join(scene.profile, 'host.json'), 'utf8'))).commandKey;
  }

  /** The host's own key is in the note by which commands find it: readable by this user alone, and void when the host ends. */
  function keep(files: readonly Left[]): void {
    meanwhile.push(...files.filter(({ where }) => !where.endsWith('host.json')));
  }

  /** The relay's environment and the sandbox's first line contain the partner's secret by design; the key file is the key's place. */
  function left(): readonly Left[] {
    const said = scene.programs.left({ environment: ['relay'], firstLine: ['sandbox'] });
    const files = filesBelow(scene.root).filter(({ where }) => !relative(scene.root, where).startsWith('keys'));
    return [...said, ...files];
  }

  function dataKey(): Canary {
    const [key = ''] = Object.values(keysSchema.parse(JSON.parse(readFileSync(scene.keyFile, 'utf8'))).keys);
    return { name: 'the vault’s key', secret: key };
  }

  function vaultSecrets(): ReadonlyMap<string, string> {
    const file = readVaultFile(readFileSync(join(scene.profile, 'vault.json')));
    const key = keyOf(String(dataKey().secret));
    return (!file.ok || key === null ? null : openVaultFile(file.value, key)) ?? new Map();
  }

  function allCanaries(): readonly Canary[] {
    const kept = Array.from(vaultSecrets(), ([name, secret]) => ({ name: name.split(' ')[0] ?? '', secret }));
    const key = dataKey();
    const bytes = { name: 'the vault’s key in bytes', secret: Buffer.from(String(key.secret), 'base64') };
    return [...story.canaries(), ...kept, ...own, key, bytes];
  }
});

/** Two connections, a device, two clients' tokens, a proxy, a session and keys: with fewer, not all were overheard. */
const KINDS_MIN = 14;
const keysSchema = z.object({ keys: z.record(z.string(), z.string()) });

const SECRET = 'a secret+with/"odd" signs: é%&';
const json = JSON.stringify(SECRET);

const WRITTEN: readonly (readonly [form: string, bytes: Buffer])[] = [
  ['as it is', Buffer.from(`password=${SECRET};`)],
  ['as a program of Windows writes it', Buffer.from(`password=${SECRET};`, 'utf16le')],
  ['in JSON', Buffer.from(`{"password":${json}}`)],
  ['in an address', Buffer.from(`https://example.com/?p=${encodeURIComponent(SECRET)}&x=1`)],
  ['in a form', Buffer.from(new URLSearchParams({ a: '1', p: SECRET, b: '2' }).toString())],
  ['in hexadecimal', Buffer.from(Buffer.from(`x${SECRET}`).toString('hex'))],
  ['in capital hexadecimal', Buffer.from(Buffer.from(`x${SECRET}`).toString('hex').toUpperCase())],
  ...['', 'u', 'us', 'use', 'user:'].flatMap((before) =>
    ['', '.', '..'].flatMap((after) =>
      (['base64', 'base64url'] as const).map(
        (way) =>
          [
            `in ${way} between "${before}" and "${after}"`,
            Buffer.from(`Basic ${Buffer.from(before + SECRET + after).toString(way)}`),
          ] as const,
      ),
    ),
  ),
];

describe('a canary', () => {
  it.each(WRITTEN)('is found %s', (_, bytes) => {
    const found = findCanaries([{ where: 'the log', bytes }], [{ name: 'a password', secret: SECRET }]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join()).not.toContain(SECRET);
  });

  it('is found as bytes', () => {
    const secret = Buffer.from('0123456789abcdef', 'utf8');
    expect(findCanaries([{ where: 'a page', bytes: Buffer.concat([Buffer.alloc(9), secret]) }], [{ name: 'key', secret }])).toEqual([
      'key as itself in a page',
    ]);
  });

  it('is not seen where it is not, and must be long enough to be one', () => {
    const left = [{ where: 'the log', bytes: Buffer.from(`password=${SECRET.slice(1)}`) }];
    expect(findCanaries(left, [{ name: 'a password', secret: SECRET }])).toEqual([]);
    expect(() => findCanaries(left, [{ name: 'short', secret: 'short' }])).toThrow('too short');
  });
});
