import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createDelivery } from '#electron/delivery/create-delivery.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import type { DocumentId, IntegrationId } from '#shared/contract/ids.ts';
import { reference as referenceOf } from '#shared/domain/item/reference.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { wholeBody } from '#test/support/network/scripted-server.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';

/**
 * Enqueues file after file and sends them, eight at a time, to a service that is one line of output, until it is killed. A line is written
 * synchronously, before anything else happens, so the last one is true however sudden the end.
 */
const PARALLEL = 8;
const AT_ONCE = 20;
const INTEGRATION = '11111111-1111-4111-8111-111111111111' as IntegrationId;

const profile = process.argv[2] ?? '';
const folderPath = join(profile, 'scans');
mkdirSync(folderPath, { recursive: true });
const clock = nodeClock();
const random = nodeRandom();
const opened = openJournal(join(profile, 'journal.sqlite'), { clock, random, onLost: () => process.kill(process.pid, 'SIGKILL') });
if (!opened.ok) throw new Error(opened.failure.kind);
const journal = opened.value;
// The second life of a profile goes on with those of the first.
const company =
  journal.companies.companies()[0] ??
  journal.companies.addCompany({ name: 'Killed', colour: null, integrationId: INTEGRATION, at: clock.wallMs() });
const folder =
  journal.folders.folders()[0] ??
  journal.folders.add({ companyId: company.id, importType: 'purchase-invoices', path: folderPath, settleMs: 50 });
journal.restart();
const files = nodeFiles();
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const delivery = createDelivery({
  clock,
  random,
  files,
  converter: null,
  reader: readHere({ files, digest: nodeDigest }),
  log: silent,
  profileEmail: () => null,
  digest: nodeDigest,
  store: journal.delivery,
  join: (write) => journal.join(write),
  upload: async ({ reference, integrationId, importType, bytes, leave }) => {
    if (!(await leave({}))) return { kind: 'failed', failure: { kind: 'offline', code: 'NOT_WANTED' }, retryAfterMs: null };
    say('sent', reference);
    const contentSha256 = hex(nodeSha256([await wholeBody([bytes])]));
    if (referenceOf(nodeSha256, { integrationId, importType, contentSha256, resubmission: 0 }) !== reference) say('other-bytes', reference);
    await clock.sleep(1);
    return { kind: 'received', documentId: random.uuid() as DocumentId };
  },
  doubt: () => undefined,
  tell: (item) => say('ended', item.id),
  noRoom: () => undefined,
  shrinkLog: () => undefined,
  spoolFolder: join(profile, 'spool'),
  // Whoever still reads a file that is free sends this.
  onFreeCopy: (path) => writeFileSync(path, 'free '.repeat(1_000)),
  parallel: () => PARALLEL,
});
journal.onChange(() => delivery.ring());
await delivery.start();
process.stdout.write(`${JSON.stringify({ ready: 'busy-delivery' })}\n`);
for (let count = 0; ; count += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => drop(`scan-${process.pid}-${count + one}.pdf`)));
  // A write that is durable when the call returns, amid those that share a flush.
  journal.settings.write({ count });
  say('set', String(count));
  await clock.sleep(1);
}

async function drop(name: string): Promise<void> {
  const bytes = aPdf(name, 2_000);
  writeFileSync(join(folderPath, name), bytes);
  const inspected = inspect({ name, bytes, size: bytes.byteLength }, nodeSha256);
  const known = aKnownFile(bytes.byteLength, 1);
  const found = { folderId: folder.id, relativePath: name, known, inspected, bulkArrival: false };
  const { itemId } = await journal.join(() => journal.intake.enqueue(found));
  say('queued', itemId);
}

function say(what: 'queued' | 'sent' | 'ended' | 'set' | 'other-bytes', id: string): void {
  writeSync(1, `${what} ${id}\n`);
}
