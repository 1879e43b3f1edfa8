import { useMutation } from '@tanstack/react-query';
import type { Item } from '#shared/domain/item/item.ts';
import type { Question } from '#shared/domain/item/question.ts';
import { useEngine } from '../../link/engine.ts';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';

/** Without a file nothing can be sent. */
type Sendable = Exclude<Question, { kind: 'gone' }>;

const WORDS = {
  flood: 'document.send',
  blank: 'document.send-anyway',
  'not-understood': 'document.send-anyway',
  'other-type': 'document.send-anyway',
  'new-subfolder': 'document.send-subfolder',
  'unclear-answer': 'document.try-again',
  'maybe-received': 'document.send-anyway',
  'part-received': 'document.send-anyway',
  'sent-before': 'sent-before.send',
} as const;

/** Releases one document that is held, or was ignored (then `question` is null, unless it is like a sent one). */
export function SendButton(props: { readonly item: Item; readonly question: Sendable | null; readonly size?: 'normal' | 'small' }) {
  const { item, question, size = 'normal' } = props;
  const { t } = useI18n();
  const { queries } = useEngine();
  const words = question === null ? 'document.send' : WORDS[question.kind];
  const allow = useMutation(queries.items.allow.mutationOptions());
  return (
    <PlainButton
      look={size === 'small' ? 'plain' : 'primary'}
      size={size}
      isPending={allow.isPending}
      aria-label={`${t(words)} – ${item.name}`}
      onPress={() => allow.mutate({ itemIds: [item.id] })}
    >
      {t(words)}
    </PlainButton>
  );
}
