import { useMutation, useQuery } from '@tanstack/react-query';
import type { ItemDetail, TypeDecided } from '#shared/app-api/views.ts';
import { type Folder, folderSchema } from '#shared/domain/folder/folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isToBeRemoved, otherStanding, type TypeAnswer } from '#shared/domain/type-decision.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';
import { effectText } from './effect-text.ts';
import { SideCard } from './side-card.tsx';
import styles from './type-question.module.css';

/** Purchases first. */
const TYPES = folderSchema.shape.importType.options;

type Props = {
  readonly detail: ItemDetail;
  /** The other document was sent under the wrong type, by the answer that was just given. */
  readonly onWrong: (item: Item) => void;
  readonly goOn: () => void;
};

/** Both documents side by side, purchases first, and the answers, none of which is more likely than the other. */
export function BothDocuments(props: Props) {
  const { importType } = props.detail.item;
  // Nothing is asked about a document whose file was never seen, the only kind without a type.
  return importType === null ? null : <BothSides {...props} own={importType} />;
}

function BothSides({ detail, own, onWrong, goOn }: Props & { readonly own: Folder['importType'] }) {
  const { t } = useI18n();
  const { item, otherType = null } = detail;
  const [other = own] = TYPES.filter((type) => type !== own);
  const { found, isKnown } = useOther(detail);
  const deciding = useDeciding({ item, other: found?.item ?? null, own, type: other, onWrong, goOn });
  if (!isKnown) return null;
  const standing = otherStanding(found?.item ?? null, otherType?.kind ?? null);
  const decide = (as: TypeAnswer) => deciding.mutate({ itemId: item.id, as });
  return (
    <>
      <div className={styles['sides']}>
        {TYPES.map((type) => {
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
  readonly own: Folder['importType'];
  readonly type: Folder['importType'];
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
