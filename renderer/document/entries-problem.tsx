import type { ItemDetail } from '#shared/app-api/views.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { misfitSentence } from '#shared/i18n/fault-words.ts';
import { FaultList, MappingButton, mappingWords } from '../entries/file-problem.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './document-panel.module.css';

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

/** For a file of entries whose columns nobody has given a meaning, or this folder's another one. */
export function MeaningButton({ detail: { item, folderId = null } }: { readonly detail: ItemDetail }) {
  const words = item.state.kind === 'unfit' ? mappingWords(item.state.problem) : null;
  return words === null || folderId === null ? null : <MappingButton look="primary" {...{ folderId, words }} itemId={item.id} />;
}
