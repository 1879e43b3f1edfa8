import { useMutation } from '@tanstack/react-query';
import type { ItemDetail, LinkedItem } from '#shared/app-api/views.ts';
import { mayUndoJoin } from '#shared/domain/item/joining/joining.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import look from '#shared/ui/panel.module.css';
import styles from '../documents/joining/joining.module.css';
import { goTo } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { useTell } from '../parts/notices/use-notices.tsx';

/** Leads from a joined document to its pictures, and from each of them to it. */
export function JoinedLinks({ detail: { item, parts, into }, mayAct }: { readonly detail: ItemDetail; readonly mayAct: boolean }) {
  const { t } = useI18n();
  if (into !== undefined) {
    return (
      <section className={styles['links']}>
        <h3 className={look['heading']}>{t('joining.part')}</h3>
        <p>{t('joining.part.of', { name: into.name })}</p>
        <Open to={into} />
      </section>
    );
  }
  if (parts === undefined) return null;
  return (
    <section className={styles['links']}>
      <h3 className={look['heading']}>{t('joining.parts')}</h3>
      {parts.map((part) => (
        <Open key={part.itemId} to={part} />
      ))}
      {mayAct && mayUndoJoin(item) && <UndoJoinButton key={item.id} itemId={item.id} />}
    </section>
  );
}

function Open({ to: { itemId, name } }: { readonly to: LinkedItem }) {
  const { t } = useI18n();
  return (
    <Button size="small" onPress={() => goTo({ kind: 'documents', itemId })}>
      {t('joining.open', { name })}
    </Button>
  );
}

function UndoJoinButton({ itemId }: { readonly itemId: LinkedItem['itemId'] }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const tell = useTell();
  const undo = useMutation(
    queries.items.undoJoin.mutationOptions({
      onSuccess: ({ undone }) => tell({ words: t(undone ? 'joining.undone' : 'joining.undo.too-late'), isKept: !undone }),
    }),
  );
  return (
    <PlainButton size="small" isPending={undo.isPending} onPress={() => undo.mutate({ itemId })}>
      {t('joining.undo')}
    </PlainButton>
  );
}
