import { useMutation, useQuery } from '@tanstack/react-query';
import type { ItemDetail, OtherType, TypeDecided } from '#shared/app-api/views.ts';
import { INVOICE_TYPES, type InvoiceType, isInvoiceType } from '#shared/domain/folder/folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isToBeRemoved, otherStanding, type OtherStanding, type TypeAnswer, typeEffect } from '#shared/domain/type-decision.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';
import styles from './type-question.module.css';
import type { Translate } from '#shared/i18n/translate.ts';
import { ShoppingBag, Tag } from 'lucide-react';
import { shownSince } from '#shared/domain/results/weigh-results.ts';
import { DocumentPreview } from '../../document/document-preview.tsx';
import { stateWords } from '../../document/state-mark.tsx';
import { shortPath } from '../../folders/paths.ts';

type Props = {
  readonly detail: ItemDetail;
  /** The other document was sent under the wrong type, by the answer that was just given. */
  readonly onWrong: (item: Item) => void;
  readonly goOn: () => void;
};

/** Both documents side by side, purchases first, and the answers, none of which is more likely than the other. */
export function BothDocuments(props: Props) {
  const { importType } = props.detail.item;
  // Nothing is asked about entries, nor about a document whose file was never seen.
  return !isInvoiceType(importType) ? null : <BothSides {...props} own={importType} />;
}

function BothSides({ detail, own, onWrong, goOn }: Props & { readonly own: InvoiceType }) {
  const { t } = useI18n();
  const { item, otherType = null } = detail;
  const [other = own] = INVOICE_TYPES.filter((type) => type !== own);
  const { found, isKnown } = useOther(detail);
  const deciding = useDeciding({ item, other: found?.item ?? null, own, type: other, onWrong, goOn });
  if (!isKnown) return null;
  const standing = otherStanding(found?.item ?? null, otherType?.kind ?? null);
  const decide = (as: TypeAnswer) => deciding.mutate({ itemId: item.id, as });
  return (
    <>
      <div className={styles['sides']}>
        {INVOICE_TYPES.map((type) => {
          const [shown, answer] = type === own ? ([detail, 'this'] as const) : ([found, 'other'] as const);
          const isFileGone = shown !== null && !shown.places.some(({ present }) => present);
          return (
            <SideCard
              key={type}
              type={type}
              detail={shown}
              told={answer === 'other' && shown === null ? otherType : null}
              effect={effectText(answer, { standing, own, other, isFileGone }, t)}
              isPending={deciding.isPending}
              onAnswer={() => decide(answer)}
            />
          );
        })}
      </div>
      <div className={styles['foot']}>
        {standing !== 'unsendable' && standing !== 'unknown' && (
          <Button isPending={deciding.isPending} onPress={() => decide('both')}>
            {t(`type-question.both.${own}`)}
          </Button>
        )}
        <Button look="quiet" onPress={goOn}>
          {t('questions.later')}
        </Button>
      </div>
    </>
  );
}

/** The document of the other type, if there is one here; `isKnown`: whether that has been read. */
function useOther({ item, otherType }: ItemDetail) {
  const { queries } = useEngine();
  const asked = item.state.kind === 'held' && item.state.question.kind === 'other-type' ? item.state.question.itemId : null;
  const itemId = otherType?.itemId ?? asked;
  const read = useQuery(queries.items.get.queryOptions({ input: { itemId: itemId ?? item.id }, enabled: itemId !== null })).data;
  return { found: itemId !== null && read?.ok === true ? read.value : null, isKnown: itemId === null || read !== undefined };
}

type Deciding = Pick<Props, 'onWrong' | 'goOn'> & {
  readonly item: Item;
  readonly other: Item | null;
  readonly own: InvoiceType;
  readonly type: InvoiceType;
};

function useDeciding({ item, other, own, type, onWrong, goOn }: Deciding) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const { name } = item;
  const told = (decided: Extract<TypeDecided, { became: 'decided' }>): void => {
    const { sent, aside } = decided;
    const undo = sent.length === 0 && aside.length > 0 ? async () => client.items.putBack({ itemIds: aside }) : undefined;
    const words = aside.includes(item.id)
      ? t('type-question.told.other', { name, as: t(`type-question.as.${own}`) })
      : t('type-question.told.this', { name, as: t(`type-question.as.${own}`) });
    const also =
      other !== null && sent.includes(other.id) ? ` ${t('type-question.told.this', { name, as: t(`type-question.as.${type}`) })}` : '';
    tell({ words: words + also, undo });
  };
  return useMutation(
    queries.items.decideType.mutationOptions({
      onSuccess: (decided, { as }) => {
        if (decided.became === 'decided') told(decided);
        // What was sent under the wrong type is still to be dealt with, so the page stays.
        const isWrong = decided.became === 'decided' && as === 'this' && isToBeRemoved(decided.standing);
        if (isWrong && other !== null) onWrong(other);
        else goOn();
      },
      onError: () => tell({ words: t('common.unexpected'), isKept: true }),
    }),
  );
}

type About = {
  readonly standing: OtherStanding;
  /** The type that the document in question is held as, and the other one. */
  readonly own: InvoiceType;
  readonly other: InvoiceType;
  /** Whether the file of the document that the answer would send is no longer there. */
  readonly isFileGone: boolean;
};

/** What an answer does, told before it is given. */
function effectText(answer: 'this' | 'other', { standing, own, other, isFileGone }: About, t: Translate): string {
  const folders = { own: t(`import-type.folder.${own}`), other: t(`import-type.folder.${other}`) };
  const as = t(`type-question.as.${answer === 'this' ? own : other}`);
  const isSent = answer === 'this' || standing === 'unsent' || typeEffect(answer, standing).other === 'allowed';
  return [
    answer === 'this' ? t('type-question.this', { as }) : t('type-question.other', folders),
    answer === 'this' ? t(`type-question.this.${standing}`, folders) : t(`type-question.other.${standing}`, { ...folders, as }),
    ...(isSent && isFileGone ? [t('type-question.put-back')] : []),
  ].join(' ');
}

const ICONS = { 'purchase-invoices': ShoppingBag, 'sales-invoices': Tag } as const;

type SideCardProps = {
  readonly type: InvoiceType;
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
function SideCard({ type, detail, told, effect, isPending, onAnswer }: SideCardProps) {
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

function stateOf({ detail, told }: Pick<SideCardProps, 'detail' | 'told'>, i18n: I18n): string {
  const { t, moment } = i18n;
  if (detail === null) {
    if (told === null) return t('type-question.unknown');
    return `${t(told.kind === 'aside' ? 'documents.filter.aside' : `state.${told.kind}`)}, ${moment(told.at)}`;
  }
  const { state } = detail.item;
  if (state.kind === 'held' && state.question.kind === 'other-type') return t('type-question.not-sent');
  return `${stateWords(detail.item, i18n)}, ${moment(shownSince(detail.item))}`;
}
