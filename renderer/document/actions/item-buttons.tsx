import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { Item } from '#shared/domain/item/item.ts';
import type { Question } from '#shared/domain/item/question.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import { Button, PlainButton } from '#shared/ui/parts/button.tsx';
import { EntriesButton } from '../../entries/open-entries.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';

/** Without a file nothing can be sent. */
type Sendable = Exclude<Question, { kind: 'gone' }>;
type Props = { readonly item: Item; readonly question: Sendable | null; readonly size?: 'normal' | 'small' };

const WORDS = {
  'bulk-arrival': 'document.send',
  blank: 'document.send-anyway',
  'not-understood': 'document.send-anyway',
  'other-type': 'document.send-anyway',
  'new-subfolder': 'document.send-subfolder',
  'unclear-answer': 'document.try-again',
  'maybe-received': 'document.send-anyway',
  'part-received': 'document.send-anyway',
  'sent-before': 'sent-before.send',
  note: 'questions.note.without',
  'entries-missing': 'document.send-without-entries',
} as const;

/** Releases one document that is held, or was ignored (then `question` is null, unless it is like a sent one). Entries are looked at first. */
export function SendButton({ item, question, size = 'normal' }: Props) {
  if (question?.kind !== 'entries') return <AllowButton {...{ item, question, size }} />;
  return <EntriesButton item={item} words="check" look={size === 'small' ? 'plain' : 'primary'} size={size} />;
}

/** Whether a row has no button that answers it: its panel shows first what else can be done, such as correcting the entries beside a scan. */
export function isAnsweredInPanel(question: Question): boolean {
  return question.kind === 'sent-before' || (question.kind === 'entries-missing' && question.files.length > 0);
}

type AllowProps = Props & { readonly question: Exclude<Sendable, { kind: 'entries' }> | null };

function AllowButton({ item, question, size = 'normal' }: AllowProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const words = question === null ? 'document.send' : WORDS[question.kind];
  const allow = useMutation(queries.items.allow.mutationOptions());
  return (
    <PlainButton
      look={size === 'small' || question?.kind === 'note' || question?.kind === 'entries-missing' ? 'plain' : 'primary'}
      size={size}
      isPending={allow.isPending}
      aria-label={`${t(words)} – ${item.name}`}
      onPress={() => allow.mutate({ itemIds: [item.id], withoutEntries: question?.kind === 'entries-missing' })}
    >
      {t(words)}
    </PlainButton>
  );
}

type TakeProps = { readonly item: Pick<Item, 'id' | 'name'>; readonly says: Unproven['kind']; readonly size?: 'normal' | 'small' };

/** Accepts the relay's unproven word as the result of one document. */
export function TakeButton({ item, says, size = 'normal' }: TakeProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const take = useMutation(queries.items.takeUnproven.mutationOptions());
  const Icon = says === 'accepted' ? Check : X;
  return (
    <Button
      size={size}
      isPending={take.isPending}
      aria-label={t(`document.take-name.${says}`, { name: item.name })}
      onPress={() => take.mutate({ itemIds: [item.id], says })}
    >
      <Icon size={16} aria-hidden />
      {t(`document.take.${says}`)}
    </Button>
  );
}
