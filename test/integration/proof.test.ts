import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { zip, type ZipMember } from '#electron/proof/zip.ts';
import type { ProofRecord } from '#electron/proof/proof-record.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { integrationFixture, type IntegrationFixture, RELAY, SANDBOX } from './integration-fixture.ts';

const VERIFY = join(import.meta.dirname, '../../docs/proof/verify.mjs');
const CHECKER = join(import.meta.dirname, 'check-proof.py');
const folder = scratchFolder('proof');
afterAll(() => removeFolder(folder));
type Members = ZipMember[];
type Proof = ProofRecord & { members: { name: string; bytes: number; sha256: string }[] };

/** The whole way with the real sandbox: two scans, one accepted, one refused with a reason. */
async function answered() {
  const fixture = await integrationFixture();
  const secrets = new Set<string>();
  for (const origin of [SANDBOX, RELAY]) listenIn(fixture, origin, (secret) => secrets.add(secret));
  const integration = await fixture.integration();
  const company = await fixture.connect('Boulangerie', integration);
  for (const name of ['bon', 'mauvais']) fixture.scan(name);
  await fixture.counted('awaiting', 2);
  const items = await fixture.items();
  const [good, bad] = ['bon.pdf', 'mauvais.pdf'].map((name) => items.find((item) => item.name === name)) as [Item, Item];
  await fixture.decide(numberOf(good), 'Accepted');
  await fixture.decide(numberOf(bad), 'Refused');
  await fixture.counted('accepted', 1);
  await fixture.counted('refused', 1);
  const jwks = join(folder, 'jwks.json');
  writeFileSync(jwks, await (await fixture.during(fixture.sandbox.fetch(new Request(fixture.sandbox.addresses.jwksUrl)))).text());
  return { fixture, company, good: await readProof(fixture, good.id), bad: await readProof(fixture, bad.id), secrets, jwks };
}

/** What anybody who has it could use in the company's name. */
function listenIn({ network }: IntegrationFixture, origin: string, tell: (secret: string) => void): void {
  const server = network.get(origin);
  network.set(origin, async (request) => {
    for (const name of ['authorization', 'x-service-api-key']) {
      const secret = request.headers.get(name)?.replace(/^\w+ /, '');
      if (secret !== undefined) tell(secret);
    }
    return server?.fetch(request) ?? new Response(null, { status: 502 });
  });
}

type Item = Awaited<ReturnType<IntegrationFixture['items']>>[number];

function numberOf({ state }: Item): string {
  return 'documentId' in state ? (state.documentId ?? '') : '';
}

async function readProof(fixture: IntegrationFixture, itemId: ItemId): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const read = async () => {
    for await (const piece of await fixture.client().items.proof({ itemId })) {
      if (piece.kind === 'piece') pieces.push(Buffer.from(piece.base64, 'base64'));
    }
  };
  await fixture.during(read());
  return Buffer.concat(pieces);
}

function verified(bytes: Uint8Array, ...more: string[]) {
  const path = join(folder, 'proof.zip');
  writeFileSync(path, bytes);
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFY, path, ...more], { encoding: 'utf8' });
  return { path, code: status, said: stdout + stderr };
}

/** Reads a zip as Intray writes it. */
function unzip(bytes: Buffer): Members {
  const members: Members = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [start, size] = [at + 30 + bytes.readUInt16LE(at + 26), bytes.readUInt32LE(at + 18)];
    members.push({ name: bytes.toString('utf8', at + 30, start), bytes: bytes.subarray(start, start + size) });
    at = start + size;
  }
  return members;
}

const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** What a careful forger does: changes members or what is said, and makes every fingerprint anew. */
function forged(
  members: Members,
  change: Readonly<Record<string, (bytes: Buffer) => Uint8Array>>,
  tell: (proof: Proof) => void = () => {},
) {
  const changed = members.map(({ name, bytes }) => ({ name, bytes: change[name]?.(Buffer.from(bytes)) ?? bytes }));
  return rewritten(changed, tell);
}

function rewritten(members: Members, tell: (proof: Proof) => void): Uint8Array {
  const proof = JSON.parse(bytesOf(members, 'proof.json').toString()) as Proof;
  const named = members.filter(({ name }) => !name.startsWith('proof.json'));
  tell(proof);
  proof.members = named.map(({ name, bytes }) => ({ name, bytes: bytes.byteLength, sha256: hash(bytes) }));
  const json = Buffer.from(`${JSON.stringify(proof, null, 2)}\n`);
  return zip([
    { name: 'proof.json', bytes: json },
    ...named,
    { name: 'proof.json.sha256', bytes: Buffer.from(`${hash(json)}  proof.json\n`) },
  ]);
}

function bytesOf(members: Members, name: string): Buffer {
  return Buffer.from(members.find((member) => member.name === name)?.bytes ?? []);
}

const flip = (at: number) => (bytes: Buffer) => {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};
const [BODY, JWT, FILE] = ['webhooks/1/body.json', 'webhooks/1/signature.jwt', 'document/file.pdf'];
const base64 = (of: unknown) => Buffer.from(JSON.stringify(of)).toString('base64url');
const textOf = (bytes: Buffer, from: string, to: string) => Buffer.from(bytes.toString().replace(from, to));

/** The JWT with another header, signed by a key of the forger's own where there is one. */
function resigned(head: object, key: ReturnType<typeof generateKeyPairSync>['privateKey'] | null) {
  return (bytes: Buffer): Buffer => {
    const [, claims = ''] = bytes.toString().split('.');
    const text = `${base64(head)}.${claims}`;
    return Buffer.from(`${text}.${key === null ? '' : sign('RSA-SHA512', Buffer.from(text), key).toString('base64url')}`);
  };
}

describe('a proof of what the real sandbox signed', () => {
  it('is verified by our own verifier and by an independent one, accepted and refused, and has no secret in it', async () => {
    const { fixture, secrets, good, bad, jwks, company } = await answered();
    for (const [bytes, state] of [
      [good, 'Accepted'],
      [bad, 'Refused, because "illisible"'],
    ] as const) {
      const of = verified(bytes, '--jwks', jwks);
      expect(of).toMatchObject({ code: 0, said: expect.stringContaining(`is ${state}`) as string });
      expect(of.said).toMatch(/proven {6}key \S+ is published at/);
      expect(execFileSync('python3', [CHECKER, of.path], { encoding: 'utf8' })).toMatch(
        new RegExp(`^${state.split(',')[0]} [0-9a-f-]{36}\n$`),
      );
    }
    const members = unzip(good);
    const proof = JSON.parse(bytesOf(members, 'proof.json').toString()) as Proof;
    expect(proof.sendings).toMatchObject([
      {
        attempts: [
          {
            n: 1,
            outcome: 'received',
            fields: { filename: 'bon.pdf' },
            file: { sha256: proof.document.file?.sha256 },
            answer: { status: 200 },
          },
        ],
        result: { state: 'accepted' },
      },
    ]);
    expect(proof.states.map(({ state }) => state)).toEqual(['found', 'uploading', 'received', 'accepted']);
    expect(bytesOf(members, 'proof.txt').toString()).toContain('The file was sent as it is.');
    expect(bytesOf(unzip(bad), 'preuve.txt').toString()).toMatch(/Refusé le .* Motif\s: illisible/);
    // Of the device at the relay, of the token, of the integration.
    expect(secrets.size).toBeGreaterThanOrEqual(3);
    for (const secret of [...secrets, fixture.sandbox.credentials.clientSecret]) expect(good.includes(secret)).toBe(false);
    expect(company.name).toBe(proof.company);
  });

  it('does not say whose key it is without the service’s set, nor with a set that lacks it', async () => {
    const { good } = await answered();
    expect(verified(good)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Compare it with what the service publishes') as string,
    });
    const other = join(folder, 'other.json');
    writeFileSync(other, '{"keys":[]}');
    expect(verified(good, '--jwks', other)).toMatchObject({ code: 2, said: expect.stringContaining('NOT PROVEN  that key') as string });
  });

  it('is refused for every change, however carefully the fingerprints are made anew', async () => {
    const { good, bad } = await answered();
    const [members, other] = [unzip(good), unzip(bad)];
    const all = { ...changedBytes(good, members), ...changedMessages(members, other), ...changedRecords(members) };
    for (const [what, [bytes, why]] of Object.entries(all)) {
      const { code, said } = verified(bytes);
      expect([what, code, said]).toEqual([what, 1, expect.stringMatching(/^(said.*\n|proven.*\n|NOT PROVEN.*\n)*REFUSED/)]);
      expect([what, said]).toEqual([what, expect.stringMatching(why)]);
    }
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(20);
    expect(verified(forged(members, {})).code).toBe(0);
  });
});

type Tampered = Readonly<Record<string, readonly [Uint8Array, RegExp]>>;

/** What whoever changes bytes alone brings about. */
function changedBytes(good: Buffer, members: Members): Tampered {
  const without = (name: string) => members.filter((member) => member.name !== name);
  return {
    'a bit of the document': [flip(good.indexOf('%PDF') + 9)(Buffer.from(good)), /a checksum, a header or the directory differs/],
    'a bit of a header': [flip(8)(Buffer.from(good)), /the directory differs/],
    'a bit of the directory': [flip(good.length - 60)(Buffer.from(good)), /the directory differs/],
    'cut at the end': [good.subarray(0, good.length - 1), /is cut off/],
    'cut in a member': [good.subarray(0, 5_000), /is cut off/],
    'bytes after the end': [Buffer.concat([good, Buffer.from('x')]), /bytes follow the end/],
    'no zip': [Buffer.from('no zip at all'), /this is no zip/],
    'the document': [zip(replaced(members, FILE, flip(9))), /document\/file\.pdf is not what proof\.json says/],
    'the body': [zip(replaced(members, BODY, flip(30))), /body\.json is not what proof\.json says/],
    'a text': [zip(replaced(members, 'preuve.txt', flip(5))), /preuve\.txt is not what proof\.json says/],
    'the record': [zip(replaced(members, 'proof.json', (bytes) => textOf(bytes, 'Boulangerie', 'Boulangerix'))), /proof\.json was changed/],
    'the record’s fingerprint': [zip(replaced(members, 'proof.json.sha256', flip(5))), /proof\.json was changed/],
    'a member less': [zip(without('proof.txt')), /proof\.txt is missing/],
    'a member more': [zip([...members, { name: 'note.txt', bytes: Buffer.from('x') }]), /note\.txt is not listed/],
    'a member twice': [zip([...members, { name: FILE, bytes: Buffer.from('x') }]), /two members of the zip have the same name/],
    'another order': [zip(members.toReversed()), /in another order/],
  };
}

/** What a careful forger does about what was signed. */
function changedMessages(members: Members, other: Members): Tampered {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const proof = JSON.parse(bytesOf(members, 'proof.json').toString()) as Proof;
  const { member: KEY, kid } = proof.keys[0] ?? { member: '', kid: '' };
  return {
    'another document, listed anew': [forged(members, { [FILE]: flip(9) }), /document\/file\.pdf is another document/],
    'another document and its fingerprint': [
      forged(members, { [FILE]: flip(9) }, (said) => {
        const sha256 = hash(flip(9)(bytesOf(members, FILE)));
        for (const of of [said.document.file, said.document.sent]) Object.assign(of ?? {}, { sha256 });
      }),
      /its reference is not that of this file/,
    ],
    'another body, listed anew': [
      forged(members, { [BODY]: (bytes) => textOf(bytes, 'Accepted', 'Refused') }),
      /the JWT signs another text/,
    ],
    'another body and its claim': [
      forged(members, {
        [BODY]: (bytes) => textOf(bytes, '"1.0"', '"1.1"'),
        [JWT]: (bytes) => {
          const [head, claims = '', signature] = bytes.toString().split('.');
          const all = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object) };
          const body_sha256 = hash(textOf(bytesOf(members, BODY), '"1.0"', '"1.1"'));
          return Buffer.from(`${head}.${base64({ ...all, body_sha256 })}.${signature}`);
        },
      }),
      /its signature does not hold/,
    ],
    'alg none': [forged(members, { [JWT]: resigned({ alg: 'none', kid }, null) }), /it is signed with none, not with RS512/],
    'another alg': [forged(members, { [JWT]: resigned({ alg: 'RS256', kid }, privateKey) }), /it is signed with RS256/],
    'signed by another key': [forged(members, { [JWT]: resigned({ alg: 'RS512', kid }, privateKey) }), /its signature does not hold/],
    'another key in its place': [forged(members, { [KEY]: () => Buffer.from(JSON.stringify({ kid, ...jwk })) }), /is another key/],
    'a padded signature': [forged(members, { [JWT]: (bytes) => Buffer.concat([bytes, Buffer.from('=')]) }), /its JWT is malformed/],
    'the message of another document': [
      forged(members, { [BODY]: () => bytesOf(other, BODY), [JWT]: () => bytesOf(other, JWT) }),
      /proof\.json says something else than it/,
    ],
    'the message of another document, told so': [
      forged(members, { [BODY]: () => bytesOf(other, BODY), [JWT]: () => bytesOf(other, JWT) }, (said) => {
        const [theirs] = (JSON.parse(bytesOf(other, 'proof.json').toString()) as Proof).webhooks;
        Object.assign(said.webhooks[0] ?? {}, theirs);
      }),
      /it is about another document/,
    ],
  };
}

/** What a careful forger does about the record alone. */
function changedRecords(members: Members): Tampered {
  return {
    'a state less': [forged(members, {}, ({ states }) => void states.splice(1, 1)), /the chain of states is not/],
    'another result': [
      forged(members, {}, (said) => tellResult(said, { at: '2020-01-01T00:00:00.000Z' })),
      /its result is not what the signed message says/,
    ],
    'another reason': [forged(members, {}, (said) => tellResult(said, { reason: 'x' })), /its result is not what the signed message says/],
    'a key that is not used': [
      forged(members, {}, (said) => Object.assign(said.webhooks[0] ?? {}, { key: null })),
      /belongs to no message/,
    ],
    'another issuer': [forged(members, {}, (said) => Object.assign(said.service ?? {}, { issuer: 'x' })), /its issuer is/],
    'another version': [forged(members, {}, (said) => Object.assign(said, { version: 2 })), /no proof of version 1/],
  };
}

function replaced(members: Members, name: string, by: (bytes: Buffer) => Uint8Array): Members {
  return members.map((member) => (member.name === name ? { name, bytes: by(Buffer.from(member.bytes)) } : member));
}

function tellResult(said: Proof, of: object): void {
  const [sending] = said.sendings;
  Object.assign(sending?.result ?? {}, of);
  Object.assign(said.states.at(-1) ?? {}, 'at' in of ? of : {});
}
