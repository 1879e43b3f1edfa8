import { useState } from 'react';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { KeptFault } from '#shared/domain/item/entries-schemas.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { faultWords } from '#shared/i18n/fault-words.ts';
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

/** Faults of a file of entries in its order, each where it stands. */
export function FaultList({ faults, className }: { readonly faults: readonly KeptFault[]; readonly className?: string | undefined }) {
  const i18n = useI18n();
  return (
    <ol className={className}>
      {faults.map((fault, at) => {
        const { place, sentence } = faultWords(fault, i18n);
        return (
          // Two faults can be the same in everything, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <strong>{place}</strong>
            <p>{sentence}</p>
          </li>
        );
      })}
    </ol>
  );
}
