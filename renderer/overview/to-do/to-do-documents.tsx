import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { openRefusals } from '#shared/domain/standing.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { LinkButton } from '../link-button.tsx';
import { DocumentEndings } from './document-endings.tsx';
import { DocumentRow } from './document-row.tsx';
import { EndedRow } from './ended-row.tsx';
import type { EndingKind } from './ending-of.ts';
import { mergeEnded } from './merge-ended.ts';
import styles from './row.module.css';
import type { Ended, Endings } from './use-endings.ts';

/** Enough for a morning; all others are one press away. */
const SHOWN_MAX = 25;

/** All that a person decides one by one. What came all at once has an entry of its own for each folder. */
const ASKED = {
  states: ['refused', 'unfit', 'held'],
  asking: true,
  unproven: true,
  settled: false,
  bulkArrival: false,
  limit: SHOWN_MAX,
} as const;

type Props = { readonly overview: Overview; readonly endings: Endings };

/** Documents that wait for the person, newest first, one row each; what was just ended is still in its place. */
export function ToDoDocuments({ overview, endings }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const list = useQuery(queries.items.list.queryOptions({ input: { ...ASKED, states: [...ASKED.states] } }));
  // Documents of removed companies need nobody.
  const items = (list.data?.items ?? []).filter(({ companyId }) => overview.companies.some(({ id }) => id === companyId));
  const ids = mergeEnded(
    items.map(({ id }) => id),
    endings.ended.map(({ item, above }) => ({ id: item.id, above })),
  );
  const { counts } = overview;
  const all = openRefusals(counts) + counts.unfit + counts.held + counts.noAnswer + counts.unproven;
  return (
    <>
      {ids.map((itemId, at) => (
        <Entry
          key={itemId}
          item={items.find(({ id }) => id === itemId)}
          ended={endings.ended.find(({ item }) => item.id === itemId)}
          above={ids.slice(0, at)}
          overview={overview}
          endings={endings}
        />
      ))}
      {(list.data?.total ?? 0) > SHOWN_MAX && (
        <li className={styles['more']}>
          <LinkButton to={{ kind: 'documents', itemId: null, show: 'needs-you' }}>{t('needs.look', { count: all })}</LinkButton>
        </li>
      )}
    </>
  );
}

type EntryProps = Props & {
  /** Absent once the list no longer has it. */
  readonly item: Item | undefined;
  readonly ended: Ended | undefined;
  readonly above: readonly ItemId[];
};

function Entry({ item, ended, above, overview, endings }: EntryProps) {
  const [isPending, setPending] = useState(false);
  const [undone, setUndone] = useState(false);
  const isBack = ended?.isBack === true && item !== undefined;
  const { forget } = endings;
  useEffect(() => {
    if (isBack) forget(item.id);
  });
  if (ended !== undefined && !isBack) {
    const { id } = ended.item;
    return <EndedRow ended={ended} onLeave={() => forget(id)} onUndo={() => undo(ended)} />;
  }
  if (item === undefined) return null;
  return (
    <DocumentRow
      item={item}
      overview={overview}
      takesFocus={undone}
      endings={<DocumentEndings item={item} isPending={isPending} onEnd={(kind) => void end(item, kind)} />}
    />
  );

  function undo(one: Ended): void {
    setUndone(true);
    void endings.undo(one);
  }

  async function end(one: Item, kind: EndingKind): Promise<void> {
    setUndone(false);
    setPending(true);
    await endings.end(one, { kind, above, hadFocus: document.activeElement !== document.body });
    setPending(false);
  }
}
