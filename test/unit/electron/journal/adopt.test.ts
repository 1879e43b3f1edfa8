import { describe, expect, it } from 'vitest';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { reference } from '#shared/domain/reference.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aLife, aService } from '#test/unit/electron/delivery/a-life.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, INTEGRATION, item, OTHER_INTEGRATION, page } from './an-open-journal.ts';

const DOCUMENT = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000001');

/** A journal made anew, of a company that was reconnected: the file was sent under the former integration, and nobody here knows. */
function forgetful() {
  const open = anOpenJournal();
  const company = aCompany(open);
  open.journal.companies.reconnect(company.id, OTHER_INTEGRATION, open.clock.wallMs());
  const folder = aFolder(open, company);
  const files = memoryFiles();
  files.all.set(`${folder.path}/scan.pdf`, Buffer.from('some bytes'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder));
  const bytes = Buffer.from('some bytes');
  const sentAs = reference(nodeSha256, { integrationId: INTEGRATION, importType: 'purchase-invoices', bytes, resubmission: 0 });
  const service = aService();
  const life = aLife({ ...open, files, upload: async (what) => service.take(what) });
  return { ...open, ...life, itemId, sentAs, service };
}

describe('a file that was sent under a former integration, in a journal that does not know it', () => {
  it('becomes the document that the relay’s log tells of, and is not sent', async () => {
    const all = forgetful();
    const data = { documentId: DOCUMENT, externalReference: all.sentAs, documentState: 'Refused', rejectionReason: 'illisible' };
    page(all, [anEvent({ seq: 1, data })]);
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    expect(item(all, all.itemId)).toMatchObject({
      integrationId: INTEGRATION,
      reference: all.sentAs,
      sentElsewhere: true,
      state: { kind: 'refused', documentId: DOCUMENT, reason: 'illisible' },
    });
  });

  it('is sent when nobody tells of it, or somebody else than the service does', async () => {
    const all = forgetful();
    const data = { documentId: DOCUMENT, externalReference: all.sentAs, documentState: 'Accepted' };
    page(all, [anEvent({ seq: 1, data, verified: false })]);
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId)).toMatchObject({ integrationId: OTHER_INTEGRATION, state: { kind: 'awaiting' } });
  });
});
