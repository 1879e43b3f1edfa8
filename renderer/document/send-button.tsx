import { useMutation } from '@tanstack/react-query';
import type { Item } from '#shared/domain/item.ts';
import type { Question } from '#shared/domain/question.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { useSpeech } from '../speech/speech.tsx';

const WORDS = {
  flood: 'document.send',
  blank: 'document.send-anyway',
  'other-type': 'document.send-anyway',
  'unclear-answer': 'document.try-again',
  'maybe-received': 'document.send-anyway',
} as const;

/** Lets one document go that is held, or was put aside (`question` is null then). */
export function SendButton(props: { readonly item: Item; readonly question: Question | null; readonly size?: 'normal' | 'small' }) {
  const { item, question, size = 'normal' } = props;
  const { t } = useSpeech();
  const { queries } = useEngine();
  const words = question === null ? 'document.send' : WORDS[question.kind];
  const allow = useMutation(queries.items.allow.mutationOptions());
  return (
    <Button
      look={size === 'small' ? 'plain' : 'primary'}
      size={size}
      isPending={allow.isPending}
      aria-label={`${t(words)} – ${item.name}`}
      onPress={() => allow.mutate({ itemIds: [item.id] })}
    >
      {t(words)}
    </Button>
  );
}

/** Not to be sent: put aside, until somebody sends it after all. */
export function LeaveButton({ item }: { readonly item: Item }) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const leave = useMutation(queries.items.putAside.mutationOptions());
  return (
    <Button isPending={leave.isPending} onPress={() => leave.mutate({ itemIds: [item.id] })}>
      {t('document.leave')}
    </Button>
  );
}
