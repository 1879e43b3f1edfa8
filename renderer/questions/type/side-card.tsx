import { ShoppingBag, Tag } from 'lucide-react';
import type { ItemDetail, OtherType } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { datedResult } from '#shared/domain/results/weigh-results.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DocumentPreview } from '../../document/document-preview.tsx';
import { stateWords } from '../../document/shown-state.ts';
import { shortPath } from '../../folders/paths.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import styles from './type-question.module.css';

const ICONS = { 'purchase-invoices': ShoppingBag, 'sales-invoices': Tag } as const;

type Props = {
  readonly type: Folder['importType'];
  /** The document here; null if there is none of this type. */
  readonly detail: ItemDetail | null;
  /** What the service reported of another computer's document. */
  readonly told: OtherType | null;
  /** What the answer does; null once the question is answered. */
  readonly effect: string | null;
  readonly isPending: boolean;
  readonly onAnswer: () => void;
};

/** One of the two documents: its folder, what became of it, its picture, and what "it is this one" does. */
export function SideCard({ type, detail, told, effect, isPending, onAnswer }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const Icon = ICONS[type];
  const title = t('type-question.folder', { type: t(`import-type.folder.${type}`) });
  const place = detail?.places.find(({ present }) => present) ?? null;
  return (
    <section className={styles['side']} aria-label={title}>
      <div className={styles['head']}>
        <h2 className={styles['name']}>
          <Icon size={18} aria-hidden />
          {title}
        </h2>
        <p className={styles['state']}>{stateOf({ detail, told }, i18n)}</p>
      </div>
      {detail !== null && (
        <p className={styles['place']}>
          {place === null ? t('type-question.file-gone') : <bdi title={place.path}>{shortPath(place.path)}</bdi>}
        </p>
      )}
      {detail === null && told !== null && <p className={styles['place']}>{t('type-question.elsewhere')}</p>}
      {detail === null ? <div className={styles['empty']} /> : <DocumentPreview item={detail.item} />}
      {effect !== null && (
        <>
          <p>{effect}</p>
          <Button isPending={isPending} onPress={onAnswer}>
            {t(`type-question.answer.${type}`)}
          </Button>
        </>
      )}
    </section>
  );
}

function stateOf({ detail, told }: Pick<Props, 'detail' | 'told'>, i18n: I18n): string {
  const { t, moment } = i18n;
  if (detail === null) {
    if (told === null) return t('type-question.unknown');
    return `${t(told.kind === 'aside' ? 'documents.filter.aside' : `state.${told.kind}`)}, ${moment(told.at)}`;
  }
  const { state, stateSince } = detail.item;
  if (state.kind === 'held' && state.question.kind === 'other-type') return t('type-question.not-sent');
  return `${stateWords(detail.item, i18n)}, ${moment('at' in state ? datedResult(state, detail.item.receivedAt).at : stateSince)}`;
}
