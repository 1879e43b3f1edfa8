import { useState } from 'react';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { later } from '../later/later.tsx';

const MappingDialog = later(async () => (await import('./mapping/mapping-dialog.tsx')).MappingDialog);

type Props = {
  readonly folderId: FolderId;
  /** The document whose rows are shown; without one, a file of the folder that the engine chooses. */
  readonly itemId?: ItemId;
  readonly words: 'mapping.say' | 'mapping.correct' | 'mapping.folder.correct';
  readonly look?: 'primary' | 'plain';
  readonly size?: 'normal' | 'small';
};

/** Opens the dialog in which the columns of a folder's files are given a meaning. The focus returns to the button. */
export function MappingButton({ folderId, itemId, words, look = 'plain', size = 'normal' }: Props) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} size={size} onPress={() => setOpen(true)}>
        {t(words)}
      </Button>
      {isOpen && <MappingDialog folderId={folderId} {...(itemId === undefined ? {} : { itemId })} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether a document is not sent because its columns have no meaning yet (`say`), or another one (`correct`). */
export function mappingWords(problem: Problem): 'mapping.say' | 'mapping.correct' | null {
  if (problem.kind === 'no-entries' && problem.why === 'needs-mapping') return 'mapping.say';
  return problem.kind === 'entries-misfit' ? 'mapping.correct' : null;
}
