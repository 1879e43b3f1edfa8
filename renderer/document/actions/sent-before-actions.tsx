import { useState } from 'react';
import { useLocale } from 'react-aria-components';
import type { Item } from '#shared/domain/item/item.ts';
import { mayNote } from '#shared/domain/item/note.ts';
import type { SentBefore, SentBeforeAnswer } from '#shared/domain/item/sent-before/sent-before.ts';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import styles from '../document-panel.module.css';
import { AlwaysToggle } from './always-toggle.tsx';
import { EarlierButton } from './earlier-button.tsx';
import { sentBeforeNote } from './sent-before-note.ts';
import { useAnswerSentBefore } from './use-answer-sent-before.ts';

type Props = { readonly item: Item; readonly before: SentBefore };

/** Answers whether a document that is like a sent one is sent; what is most likely right comes first. */
export function SentBeforeActions({ item, before }: Props) {
  const { t } = useI18n();
  const { client } = useEngine();
  const { locale } = useLocale();
  const isSame = before.way === 'same';
  const [always, setAlways] = useState(false);
  const [isNoted, setNoted] = useState(!isSame);
  // A note of the person's own is kept.
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
