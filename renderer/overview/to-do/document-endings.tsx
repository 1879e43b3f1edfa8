import type { Item } from '#shared/domain/item/item.ts';
import { mayTakeUnread, unprovenOf } from '#shared/domain/results/unproven.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { SendButton } from '../../document/actions/send-button.tsx';
import { TakeButton } from '../../document/actions/take-button.tsx';
import { goTo } from '../../frame/place.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { ReplaceButton } from '../../upload-from-window/replace-button.tsx';
import { type EndingKind, endingOf } from './ending-of.ts';

const WORDS = {
  ignore: 'document.ignore',
  resolve: 'document.settle',
  asked: 'document.asked',
} as const satisfies Record<EndingKind, string>;

type Props = { readonly item: Item; readonly isPending: boolean; readonly onEnd: (kind: EndingKind) => void };

/** How a document leaves the list: quietly, or mended. */
export function DocumentEndings({ item, isPending, onEnd }: Props) {
  const { t } = useI18n();
  const kind = endingOf(item);
  return (
    <>
      {kind !== null && (
        <Button look="quiet" size="small" isPending={isPending} aria-label={nameOf(kind, item, t)} onPress={() => onEnd(kind)}>
          {t(isSentBefore(item) ? 'sent-before.leave' : WORDS[kind])}
        </Button>
      )}
      <Mending item={item} />
    </>
  );
}

/** Says of which document, for whoever does not see the row. */
function nameOf(kind: EndingKind, item: Item, t: I18n['t']): string {
  const { name } = item;
  if (isSentBefore(item)) return `${t('sent-before.leave')} – ${name}`;
  if (kind === 'resolve') return t('document.settle-name', { name });
  return t(kind === 'asked' ? 'document.asked-name' : 'document.ignore-name', { name });
}

/** It is sent from its panel, where the note to the accountant stands. */
function isSentBefore({ state }: Item): boolean {
  return state.kind === 'held' && state.question.kind === 'sent-before';
}

function Mending({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { state } = item;
  const unproven = unprovenOf(item);
  const isType = state.kind === 'held' && state.question.kind === 'other-type';
  if (state.kind === 'refused') return <ReplaceButton item={item} look="plain" size="small" />;
  if (unproven !== null && mayTakeUnread(unproven)) return <TakeButton item={item} says="accepted" size="small" />;
  if (state.kind === 'held' && state.question.kind !== 'other-type' && state.question.kind !== 'gone' && !isSentBefore(item))
    return <SendButton item={item} question={state.question} size="small" />;
  const words = t(isType ? 'to-do.compare' : 'to-do.open');
  return (
    <Button
      size="small"
      aria-label={`${words} – ${item.name}`}
      onPress={() => goTo({ kind: isType ? 'type-question' : 'documents', itemId: item.id })}
    >
      {words}
    </Button>
  );
}
