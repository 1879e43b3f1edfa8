import type { Folder } from '#shared/domain/folder/folder.ts';
import { SENT_BEFORE_WAYS } from '#shared/domain/item/sent-before/sent-before.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';

const SENT_BEFORE_WORDS = {
  same: 'documents with the same pages as a sent one',
  grown: 'documents with the pages of a sent one, and more',
  changed: 'files that were changed after they were sent',
  leave: 'not sent',
  send: 'sent as new documents',
} as const;

const WHY = {
  chosen: '',
  first: ' (its first files)',
  quick: ' (its scanner writes at once)',
  pages: ' (its scanner writes page after page)',
} as const;

/** How a folder is watched, in one line. */
export function sayFolder({ path, importType, settleMs, subfolders, after, refusalNote, converts, sentBefore, waits }: Folder): string {
  const kinds = CONVERSION_GROUPS.filter((group) => converts[group] !== null);
  const rules = SENT_BEFORE_WAYS.flatMap((way) =>
    sentBefore[way] === 'ask' ? [] : [`${SENT_BEFORE_WORDS[way]}: ${SENT_BEFORE_WORDS[sentBefore[way]]}`],
  );
  const afterwards = after === 'move' ? 'moved after their result' : 'left where they lie after their result';
  return [
    `folder ${JSON.stringify(path)}: ${importType}`,
    subfolders ? 'with sub-folders' : 'without sub-folders',
    `files are read when they were quiet for ${settleMs} ms${WHY[waits.kind]}`,
    `and ${afterwards}${refusalNote ? '; a text with the reason is written beside a refused one' : ''}${kinds.length === 0 ? '' : `; converted and sent without asking: ${kinds.join(', ')}`}${rules.map((rule) => `; ${rule}`).join('')}`,
  ].join(', ');
}
