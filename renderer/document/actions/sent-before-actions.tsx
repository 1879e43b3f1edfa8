import { useState } from 'react';
import { useLocale } from 'react-aria-components';
import type { Item } from '#shared/domain/item/item.ts';
import { cleanNote, mayNote } from '#shared/domain/item/note.ts';
import type { SentBefore, SentBeforeAnswer } from '#shared/domain/item/sent-before/sent-before.ts';
import { PlainButton } from '#shared/ui/parts/button.tsx';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import styles from '../document-panel.module.css';
import { EarlierButton } from './sent-buttons.tsx';
import { useMutation } from '@tanstack/react-query';
import type { SentBeforeAnswered, SentBeforeDone } from '#shared/app-api/sent-before.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';

type Props = { readonly item: Item; readonly before: SentBefore };

/** Answers whether a document that is like a sent one is sent; what is most likely right comes first. */
export function SentBeforeActions({ item, before }: Props) {
  const { t } = useI18n();
  const { client } = useEngine();
  const { locale } = useLocale();
  const isSame = before.way === 'same';
  const [always, setAlways] = useState(false);
  const [isNoted, setNoted] = useState(!isSame);
  // A note of the user's own is kept.
  const note = mayNote(item) && item.comment === undefined ? sentBeforeNote(before, t, locale) : '';
  const itemIds = [item.id];
  const answer = useAnswerSentBefore({
    words: ({ left, sent }) =>
      left > 0 ? t('sent-before.told.left', { name: item.name }) : sent > 0 ? '' : t('to-do.unchanged', { name: item.name }),
    undo: async () => client.items.putBack({ itemIds }),
  });
  const give = (given: SentBeforeAnswer) =>
    answer.mutate({ of: { itemIds }, answer: given, always, ...(given === 'send' && isNoted && note !== '' ? { note } : {}) });
  const answers = isSame ? (['leave', 'send'] as const) : (['send', 'leave'] as const);
  return (
    <div className={styles['answering']}>
      <EarlierButton itemId={before.itemId} />
      {note !== '' && (
        <Toggle label={t('sent-before.with-note')} hint={t('sent-before.note.quoted', { note })} isSelected={isNoted} onChange={setNoted} />
      )}
      <AlwaysToggle isOn={always} onChange={setAlways} />
      <div className={styles['actions']}>
        {answers.map((one, at) => (
          <PlainButton
            key={one}
            look={at === 0 ? 'primary' : 'plain'}
            isPending={answer.isPending}
            aria-label={`${t(`sent-before.${one}`)} – ${item.name}`}
            onPress={() => give(one)}
          >
            {t(`sent-before.${one}`)}
          </PlainButton>
        ))}
      </div>
    </div>
  );
}

/** Enough of a long name to find the document by; the whole note then has fewer than 500 characters. */
const NAME_CHARACTERS_MAX = 160;
/** Isolate names in another script on the screen; in a note they would be noise. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The ready note to the accountant, which names the earlier document. `locale`: how the day is written. */
export function sentBeforeNote({ way, name, sentAt, pagesBefore, pages }: SentBefore, t: I18n['t'], locale: string): string {
  const values = { name: shortened(name), day: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(sentAt) };
  const isCounted = way === 'grown' && pagesBefore !== undefined && pages !== undefined;
  const note = isCounted ? t('sent-before.note.pages', { ...values, count: pagesBefore, pages }) : t(`sent-before.note.${way}`, values);
  return cleanNote(note.replaceAll(DIRECTION_MARKS, '')) ?? '';
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= NAME_CHARACTERS_MAX ? name : `${characters.slice(0, NAME_CHARACTERS_MAX - 1).join('')}…`;
}

type AlwaysToggleProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

/** Whether the answer about documents that are like sent ones holds for their folder from then on. */
export function AlwaysToggle({ isOn, onChange }: AlwaysToggleProps) {
  const { t } = useI18n();
  return <Toggle label={t('sent-before.always')} hint={t('sent-before.always.text')} isSelected={isOn} onChange={onChange} />;
}

/** `words`: what is told of it, for one document and for a group; `undo`: takes back that it is not sent. */
type Told = { readonly words: (done: SentBeforeDone) => string; readonly undo?: () => Promise<unknown> };

/** Answers whether documents that are like sent ones are sent all the same, and tells what was done. */
export function useAnswerSentBefore({ words, undo }: Told) {
  const { t } = useI18n();
  const { client } = useEngine();
  const tell = useTell();
  return useMutation({
    mutationFn: async (answered: SentBeforeAnswered) => client.items.answerSentBefore(answered),
    onSuccess: (done, { always = false }) => {
      const said = [words(done), ...(always ? [alwaysWords(done, t)] : [])].filter((word) => word !== '').join(' ');
      if (said !== '') tell({ words: said, undo: done.left > 0 && !always ? undo : undefined });
    },
    onError: () => tell({ words: t('common.unexpected'), isKept: true }),
  });
}

function alwaysWords({ always }: SentBeforeDone, t: I18n['t']): string {
  return t(always > 0 ? 'sent-before.told.always' : 'sent-before.told.not-always');
}
