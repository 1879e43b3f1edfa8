import type { Folder } from '#shared/domain/folder/folder.ts';
import { mappingText } from '#shared/entries/canonical.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { mapping, two } from '#test/unit/shared/entries/typed-mapping.ts';
import type { office } from './entries-office.ts';

export type Office = Awaited<ReturnType<typeof office>>;

export const HEADING = 'Date;Journal;Compte;Pièce;Libellé;Débit;Crédit';
export const FILE = `${HEADING}\r\n31/01/2026;PAIE;641100;PAIE 2026-01;Salaires;2150,10;\r\n31/01/2026;PAIE;421000;PAIE 2026-01;Net à payer;;2150,10\r\n`;
export const BY_DEBIT = mapping(
  { separator: ';', columns: HEADING.replaceAll(';', '|') },
  { date: 1, journal: 2, account: 3, reference: 4, label: 5 },
  two(6, 7),
  { dates: 'dd/mm/yyyy' },
);
/** The same with the sides the wrong way round. */
export const BY_CREDIT: EntriesMapping = {
  ...BY_DEBIT,
  amounts: { form: 'two', debit: { column: 7, name: 'Crédit' }, credit: { column: 6, name: 'Débit' } },
};
export const hashOf = (one: EntriesMapping): string => hex(nodeSha256([utf8(mappingText(one))]));

export async function entriesFolder({ disk, client, during, company }: Office, path: string): Promise<Folder> {
  disk.addFolder(path);
  const added = await during(client().folders.add({ companyId: company.id, importType: 'entries', path, settleMs: 50, existing: 'send' }));
  if (!added.ok) throw new Error(added.failure.kind);
  return added.value;
}

export async function theFolder({ overview }: Office): Promise<Folder> {
  const folder = (await overview()).folders.find(({ importType }) => importType === 'entries');
  if (folder === undefined) throw new Error('no folder');
  return folder;
}

/** As a user says what its columns mean. */
export async function setMapping(fixture: Office, folderId: Folder['id'], made: EntriesMapping, ifVersion: number | null) {
  return fixture.during(fixture.client().folders.setMapping({ folderId, mapping: made, ifVersion }));
}
