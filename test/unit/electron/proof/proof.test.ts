import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { proofHandlers, type ProofHandlersDeps } from '#electron/proof/proof-handlers.ts';
import { zip } from '#electron/proof/zip.ts';
import type { JudgedEvent } from '#electron/results/store.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { publishedKey } from '#shared/service-client/rsa-keys.ts';
import { tempFolder } from '#test/support/folders.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  begun,
  ended,
  item,
  type OpenJournal,
  page,
} from '../journal/an-open-journal.ts';

const VERIFY = join(import.meta.dirname, '../../../../docs/proof/verify.mjs');
const [DOCUMENT, SECOND] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
const CONTENT = Buffer.from('some bytes');
const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
const JWKS_URL = 'https://service.example/jwks';
const SERVICE = { issuer: 'https://service.example', jwksUrl: JWKS_URL, signatureHeader: 'x-signature' } as never;

function sentOnce() {
  const open = anOpenJournal();
  const published = publishedKey({ ...key.publicKey.export({ format: 'jwk' }), kid: 'k1' }, nodeSha256);
  if (published === null) throw new Error('no key');
  open.journal.keys.noteReading({ jwksUrl: JWKS_URL, relayUrl: null }, [published], open.clock.wallMs());
  const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
  begun(open, itemId);
  ended(open, itemId, { kind: 'received', documentId: DOCUMENT as never });
  return { open, itemId };
}

/** An event as the service signs it, about the item's current sending unless `data` says otherwise. */
function signed({ open, itemId }: ReturnType<typeof sentOnce>, seq: number, data: object = {}, verified = true): JudgedEvent {
  const { reference } = item(open, itemId);
  const of = { documentId: DOCUMENT, externalReference: reference, documentState: 'Accepted', ...data };
  const event = anEvent({ seq, data: of, verified, doubt: 'unknown-key' });
  const body_sha256 = createHash('sha256').update(event.body).digest('hex');
  const text = [
    { alg: 'RS512', kid: 'k1' },
    { iss: 'https://service.example', body_sha256, ce_type: 'DocumentStatus' },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return { ...event, jwt: `${text}.${sign('RSA-SHA512', Buffer.from(text), key.privateKey).toString('base64url')}` };
}

async function readProof({ journal, clock }: OpenJournal, itemId: ItemId, of: Partial<ProofHandlersDeps> = {}) {
  const handlers = proofHandlers({
    clock,
    files: nodeFiles(),
    store: await journal.proofs(),
    detail: (id) => journal.list.detail(id),
    companyName: () => 'Boulangerie',
    service: () => SERVICE,
    language: () => 'en',
    version: '1.2.3',
    bytesOf: async () => ok(CONTENT),
    versionOf: async () => null,
    saveFile: null,
    ...of,
  });
  const pieces: Buffer[] = [];
  let fault: string | null = null;
  for await (const piece of handlers.proof({ itemId })) {
    if (piece.kind === 'piece') pieces.push(Buffer.from(piece.base64, 'base64'));
    if (piece.kind === 'fault') fault = piece.fault;
  }
  return { handlers, fault, bytes: Buffer.concat(pieces) };
}

function checked(bytes: Buffer) {
  const path = join(tempFolder(), 'proof.zip');
  writeFileSync(path, bytes);
  const { status, stdout } = spawnSync(process.execPath, [VERIFY, path], { encoding: 'utf8' });
  return { code: status, said: stdout, text: execFileSync('python3', ['-c', READ, path, 'proof.txt'], { encoding: 'utf8' }) };
}

const READ =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; sys.stdout.buffer.write(z.read(sys.argv[2]))';

describe('a stored zip', () => {
  it('is read by another program, with every name, order and byte, and is the same for the same members', () => {
    const members = [
      { name: 'a.txt', bytes: Buffer.from('first') },
      { name: 'é/empty', bytes: Buffer.alloc(0) },
      { name: 'b.bin', bytes: Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256)) },
    ];
    const path = join(tempFolder(), 'some.zip');
    writeFileSync(path, zip(members));
    const script =
      'import sys, zipfile, hashlib, json; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[i.filename, hashlib.sha256(z.read(i)).hexdigest(), i.compress_type] for i in z.infolist()]))';
    const read: unknown = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
    expect(read).toEqual(members.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex'), 0]));
    expect(Buffer.from(zip(members)).equals(readFileSync(path))).toBe(true);
  });
});

describe('a proof', () => {
  it('of a document with a signed result is whole', async () => {
    const at = sentOnce();
    page(at.open, [signed(at, 1)]);
    const { bytes } = await readProof(at.open, at.itemId);
    expect(checked(bytes)).toMatchObject({ code: 0, said: expect.stringMatching(/proven {6}message .* is Accepted/) as string });
  });

  it('keeps the first and the newest tries of a service that does not answer for days', async () => {
    const open = anOpenJournal();
    const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
    for (let tries = 0; tries < 30; tries += 1) {
      const reference = begun(open, itemId);
      const failure = { kind: 'service', status: 500 } as const;
      const outcome = { kind: 'failed', failure, retryAfterMs: null } as const;
      const answer = { status: 500, body: `no ${tries}` };
      open.journal.delivery.end(itemId, { reference, outcome, answer, chance: 0, at: open.clock.wallMs() });
      open.journal.delivery.makeDueNow(itemId, open.clock.wallMs());
    }
    const [sending] = (await open.journal.proofs()).sendings(itemId);
    expect(sending?.attempts.map(({ n }) => n)).toEqual([1, ...Array.from({ length: 19 }, (_, at) => at + 12)]);
    expect(sending?.attempts.at(-1)).toMatchObject({ outcome: 'failed', answer: { status: 500, body: 'no 29' }, bytes: 10 });
  });

  it('of a document that never left is none', async () => {
    const open = anOpenJournal();
    const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
    expect((await readProof(open, itemId)).fault).toBe('not-found');
    expect((await readProof(open, 'unknown' as ItemId)).fault).toBe('not-found');
  });

  it('names what is missing: the file, the tries of an older version, and a message whose text was deleted', async () => {
    const at = sentOnce();
    page(at.open, [signed(at, 1)]);
    at.open.journal.secondLook.prune(wallMs(10), 10);
    at.open.journal.close();
    const database = new DatabaseSync(at.open.file);
    database.exec('DELETE FROM attempts');
    database.close();
    const open = anOpenJournal(at.open.file);
    const { code, said, text } = checked((await readProof(open, at.itemId, { bytesOf: async () => fail('changed') })).bytes);
    expect(code).toBe(2);
    for (const part of ['user’s file is not in this proof', 'no longer kept', 'No signed message in this proof says so'])
      expect(said).toContain(part);
    for (const part of ['the file has been changed since', 'was not kept', 'no longer kept here']) expect(text).toContain(part);
  });

  it('of a result that only a user’s word supports proves nothing of it', async () => {
    const at = sentOnce();
    const event = signed(at, 1, {}, false);
    page(at.open, [event]);
    const result = { kind: 'accepted', documentId: DOCUMENT as never, at: wallMs(5), reason: null } as const;
    at.open.journal.secondLook.offer([{ itemId: at.itemId, result }]);
    at.open.journal.unproven.takeUnproven([at.itemId], 'accepted');
    const { code, said, text } = checked((await readProof(at.open, at.itemId)).bytes);
    expect(code).toBe(2);
    expect(said).toMatch(/NOT PROVEN {2}message .* who signed it/);
    expect(said).toContain('accepted by a user’s word alone');
    expect(text).toContain('it proves nothing');
  });

  it('has every sending of a document that was sent again, each with its own message', async () => {
    const at = sentOnce();
    page(at.open, [signed(at, 1, { documentState: 'Refused', rejectionReason: 'illisible' })]);
    at.open.journal.delivery.sendAgain(item(at.open, at.itemId), at.open.clock.wallMs());
    // Before anything of the second one has left, the first is proven all the same.
    expect(checked((await readProof(at.open, at.itemId)).bytes).code).toBe(0);
    begun(at.open, at.itemId);
    ended(at.open, at.itemId, { kind: 'received', documentId: SECOND as never });
    page(at.open, [signed(at, 2, { documentId: SECOND })]);
    const { code, said } = checked((await readProof(at.open, at.itemId)).bytes);
    expect([code, said.match(/proven {6}message/g)?.length]).toEqual([0, 2]);
    expect(said).toContain('because "illisible"');
  });

  it('of another computer’s document binds what is known, and says that its file was never seen', async () => {
    const at = sentOnce();
    const { reference } = item(at.open, at.itemId);
    const unseen = `${reference?.slice(0, 3)}${'a'.repeat(52)}00`;
    const [effect] = page(at.open, [signed(at, 7, { documentId: SECOND, externalReference: unseen })]).effects;
    const { code, said, text } = checked((await readProof(at.open, effect?.itemId ?? at.itemId)).bytes);
    expect(code).toBe(2);
    expect(said).toMatch(/proven {6}message/);
    expect(said).toContain('that it speaks of this file, for want of its fingerprint');
    expect(text).toContain('it was never seen on this computer');
  });

  it('is written where the user says, as a whole or not at all', async () => {
    const at = sentOnce();
    const folder = tempFolder();
    const asked: string[] = [];
    const saveFile = (path: string | null) => async (name: string) => (asked.push(name), path);
    const path = join(folder, 'proof.zip');
    const save = async (to: string | null) =>
      (await readProof(at.open, at.itemId, { saveFile: saveFile(to) })).handlers.saveProof({ itemId: at.itemId });
    expect(await save(path)).toEqual({ kept: true, code: null });
    expect(asked).toEqual(['Proof scan.zip']);
    expect(checked(readFileSync(path)).code).toBe(2);
    expect(await save(null)).toEqual({ kept: false, code: null });
    expect(await save(join(folder, 'gone', 'proof.zip'))).toEqual({ kept: false, code: 'ENOENT' });
  });
});
