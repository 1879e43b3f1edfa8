import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemId } from '#shared/domain/ids.ts';
import { useEngine } from '../link/engine.ts';
import type { SentBeforeGroup } from '#shared/app-api/sent-before.ts';
import type { SentBeforeAnswer } from '#shared/domain/item/sent-before/sent-before.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { AlwaysToggle, useAnswerSentBefore } from '../document/actions/sent-before-actions.tsx';
import { shortPath } from '../folders/paths.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import styles from './need-entry.module.css';

/** Answers for all documents of the group; that they are sent is asked once more, since nothing takes it back. */
export function SentBeforeAnswers({ group: { folderId, path, way, count } }: { readonly group: SentBeforeGroup }) {
  const { t } = useI18n();
  const [always, setAlways] = useState(false);
  const [asking, setAsking] = useState(false);
  const answer = useAnswerSentBefore({
    words: ({ left, sent }) => (left > 0 ? t('list.told.ignored', { count: left }) : t('list.told.allowed', { count: sent })),
  });
  const give = (given: SentBeforeAnswer) =>
    answer.mutate({ of: { folderId, way }, answer: given, always }, { onSettled: () => setAsking(false) });
  const answers = way === 'same' ? (['leave', 'send'] as const) : (['send', 'leave'] as const);
  return (
    <div className={styles['answers']}>
      <AlwaysToggle isOn={always} onChange={setAlways} />
      {answers.map((one, at) => (
        <Button
          key={one}
          size="small"
          look={at === 0 ? 'primary' : 'plain'}
          isPending={answer.isPending}
          aria-label={`${t(`sent-before.group.${one}`)} – ${shortPath(path)}`}
          onPress={() => (one === 'send' ? setAsking(true) : give(one))}
        >
          {t(`sent-before.group.${one}`)}
        </Button>
      ))}
      {asking && <SendDialog count={count} isPending={answer.isPending} onClose={() => setAsking(false)} onSend={() => give('send')} />}
    </div>
  );
}

type SendProps = { readonly count: number; readonly isPending: boolean; readonly onClose: () => void; readonly onSend: () => void };

function SendDialog({ count, isPending, onClose, onSend }: SendProps) {
  const { t } = useI18n();
  return (
    <DialogBox role="alertdialog" title={t('list.confirm.allow', { count })} onClose={onClose}>
      <p>{t('bulk-arrival.all.text')}</p>
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" isPending={isPending} onPress={onSend}>
          {t('sent-before.group.send')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** Asks before all unproven answers that say accepted are taken, which nothing takes back. */
export function TakeAllDialog({ itemIds, onClose }: { readonly itemIds: readonly ItemId[]; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const take = useMutation(queries.items.takeUnproven.mutationOptions({ onSettled: onClose }));
  return (
    <DialogBox role="alertdialog" title={t('list.confirm.take', { count: itemIds.length })} onClose={onClose}>
      <p>{t('list.confirm.take.text')}</p>
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" isPending={take.isPending} onPress={() => take.mutate({ itemIds: [...itemIds], says: 'accepted' })}>
          {t('list.take-accepted')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
