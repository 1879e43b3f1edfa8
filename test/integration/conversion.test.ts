import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { createDelivery } from '#electron/delivery/create-delivery.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { importDocument } from '#electron/service/import-document.ts';
import type { Decoded } from '#sandbox/decoding/decode-in-thread.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { ok } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import { openBench } from '#test/contract/bench.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';
import { recordingLog, seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { until } from '#test/support/until.ts';
import { convert } from '#test/unit/electron/delivery/conversion/an-unfit-scan.ts';
import { aCompany, aFolder, anOpenJournal, item, type OpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';

const PROGRAM = new URL('../../electron/conversion/process/main.ts', import.meta.url);
const SAMPLES = new URL('../support/conversions/', import.meta.url);
type Shown = {
  readonly filename: string;
  readonly sha256: string;
  readonly decoded: Decoded | null;
  readonly documentState: string | null;
};

/** A company of a sandbox behind a socket, and what sends documents to it. */
async function service(switches: SwitchesPatch, { clock }: Pick<OpenJournal, 'clock'>) {
  const bench = await openBench({ way: 'socket', switches });
  const { integrationId, integrationSecret } = await bench.integration();
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const { credentials, addresses } = bench.sandbox;
  const urls = { baseUrl: `${bench.origin}/v1`, authUrl: bench.origin, jwksUrl: `${bench.origin}/.well-known/jwks.json` };
  const profile = serviceProfileSchema.parse({ ...urls, issuer: addresses.issuer, scope: credentials.scope });
  const tokens = tokenCache(() => requestToken(http, { ...credentials, authUrl: profile.authUrl }), clock);
  const user = { secretOf: async () => ok(integrationSecret), noSecret: () => undefined, worked: () => undefined };
  const upload = importDocument({ http, clock, random: seededRandom(5), tokens, profile: () => profile, ...user });
  const documents = async (): Promise<readonly Shown[]> => (await (await bench.control('GET', '/documents')).json()) as Shown[];
  return { integrationId: integrationIdSchema.parse(integrationId), upload, documents };
}

/** Delivery with the real disk, the real process that converts, and a sandbox behind a socket. */
async function office(switches: SwitchesPatch) {
  const open = anOpenJournal();
  const { clock, journal } = open;
  const { integrationId, upload, documents } = await service(switches, open);
  const folder = aFolder(open, aCompany(open, integrationId), 'purchase-invoices', tempFolder());
  mkdirSync(folder.path);
  const [log, random, files] = [recordingLog(), seededRandom(3), nodeFiles()];
  const converter = forkedConverter({ clock: nodeClock(), log, file: PROGRAM });
  const delivery = createDelivery({
    clock,
    files,
    random,
    log,
    converter,
    digest: nodeDigest,
    store: journal.delivery,
    reader: readHere({ files, digest: nodeDigest }),
    profileEmail: () => null,
    upload,
    noRoom: () => undefined,
    shrinkLog: () => undefined,
    join: (write) => journal.join(write),
    doubt: () => undefined,
    tell: () => undefined,
    spoolFolder: tempFolder(),
    parallel: () => 2,
  });
  journal.onChange(() => delivery.ring());
  await delivery.start();
  onTestFinished(async () => {
    converter.end();
    await delivery.close(0);
  });
  /** A file in the watched folder, as intake judges it. */
  const drop = (name: string) => {
    const bytes = readFileSync(new URL(name, SAMPLES));
    writeFileSync(join(folder.path, name), bytes);
    const inspected = inspect({ name, bytes, size: bytes.byteLength }, nodeSha256);
    const known = aKnownFile(bytes.byteLength, 1_000.5);
    return journal.intake.enqueue({ folderId: folder.id, relativePath: name, known, inspected, bulkArrival: false }).itemId;
  };
  return { ...open, delivery, drop, documents };
}

describe('a file that the service does not take, converted and sent', () => {
  it('arrives as what was journalled, and the service decodes every page of it', async () => {
    const all = await office({ decodesFiles: 'refuse' });
    const names = ['three-mixed.tiff', 'photo.heic', 'lossy.webp'];
    const items = names.map((name) => all.drop(name));
    for (const itemId of items) {
      const { conversion } = await convert(all.delivery, itemId);
      expect(await all.delivery.sendConversion({ itemId, sha256: conversion?.sha256 ?? '' })).toBe('sent');
    }
    await until('all three are with the service', async () => items.every((itemId) => item(all, itemId).state.kind === 'awaiting'));
    const shown = new Map((await all.documents()).map((document) => [document.filename, document]));
    const journalled = items.map((itemId) => item(all, itemId));
    expect(journalled.map(({ sentName }) => shown.get(sentName)?.sha256)).toEqual(journalled.map(({ conversion }) => conversion?.sha256));
    // 200 by 280 dots; on the page at 150 dots per inch.
    expect(Object.fromEntries([...shown].map(([name, { decoded }]) => [name, decoded]))).toEqual({
      'three-mixed.pdf': { pages: 3, width: 96, height: 134.4 },
      'photo.jpg': { pages: 1, width: 200, height: 280 },
      'lossy.jpg': { pages: 1, width: 200, height: 280 },
    });
    expect(journalled.map(({ conversion }) => conversion?.pages)).toEqual([3, 1, 1]);
  });
});
