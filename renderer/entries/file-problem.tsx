import { useState } from 'react';
import type { ItemDetail } from '#shared/app-api/views.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import { mayBookTwice } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { KeptFault } from '#shared/domain/item/entries-schemas.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { faultWords, misfitSentence } from '#shared/i18n/fault-words.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { later } from '../later/later.tsx';
import { EntriesButton } from './open-entries.tsx';
import styles from '../document/document-panel.module.css';

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

/** What is wrong in a file of entries, or how it differs from those before. It follows the buttons, which many faults would move out of sight. */
export function EntriesProblem({ problem }: { readonly problem: Problem | undefined }) {
  if (problem?.kind === 'entries') return <Faults of={problem} />;
  return problem?.kind === 'entries-misfit' ? <Misfits of={problem} /> : null;
}

/** The first errors of a file, each where it stands. */
function Faults({ of: { faults, errors } }: { readonly of: Extract<Problem, { kind: 'entries' }> }) {
  const { t } = useI18n();
  const others = errors - faults.length;
  return (
    <div className={styles['faults']}>
      <FaultList faults={faults} />
      {others > 0 && <p>{t('entries.more', { count: others })}</p>}
    </div>
  );
}

/** What differs from the files that the folder's mapping was made for. */
function Misfits({ of: { differences } }: { readonly of: Extract<Problem, { kind: 'entries-misfit' }> }) {
  const i18n = useI18n();
  return (
    <div className={styles['faults']}>
      <ul>
        {differences.map((misfit, at) => (
          // Their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{misfitSentence(misfit, i18n)}</li>
        ))}
      </ul>
    </div>
  );
}

/** For a file of entries whose columns nobody has given a meaning, or this folder's another one; also where it lies beside a scan. */
export function MeaningButton({ detail: { item, folderId = null } }: { readonly detail: ItemDetail }) {
  const { state } = item;
  const { problem, itemId } = state.kind === 'unfit' ? { problem: state.problem, itemId: item.id } : faultyBeside(item);
  const words = problem === undefined ? null : mappingWords(problem);
  return words === null || folderId === null ? null : <MappingButton look="primary" {...{ folderId, words, itemId }} />;
}

/** The errors of the entries beside a scan, each beside its line: they are mended in that file. */
export function FaultyButton({ item }: { readonly item: Item }) {
  const { problem, itemId, name } = faultyBeside(item);
  return problem?.kind === 'entries' ? <EntriesButton item={{ id: itemId, name }} words="errors" look="primary" /> : null;
}

type Faulty = { readonly problem: Problem | undefined; readonly itemId: ItemId; readonly name: string };

/** Of a scan that is held: the file beside it, and why that cannot go with it. */
function faultyBeside({ id, name, state }: Item): Faulty {
  const none = { problem: undefined, itemId: id, name };
  if (state.kind !== 'held' || state.question.kind !== 'entries-missing') return none;
  const { files, problem } = state.question;
  const [file] = files;
  return file === undefined ? none : { ...file, problem };
}

/** An accepted file of entries whose folder has other columns by now: it can be sent as they read it, beside what was booked. A refused one is just sent again. */
export function CorrectedColumns({ detail: { item, columnsCorrected } }: { readonly detail: ItemDetail }) {
  const { t } = useI18n();
  if (columnsCorrected !== true || !mayBookTwice(item)) return null;
  return (
    <Note tone="calm" title={t('entries-preview.corrected')}>
      <p>{t('entries-preview.corrected.text')}</p>
      <div className={styles['actions']}>
        <EntriesButton item={item} words="corrected" />
      </div>
    </Note>
  );
}
