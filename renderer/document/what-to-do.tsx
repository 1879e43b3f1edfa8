import type { ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item.ts';
import { isSettled } from '#shared/domain/settled.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { goTo } from '../frame/place.ts';
import { ReplaceButton } from '../handover/replace-button.tsx';
import { Button } from '#shared/look/parts/button.tsx';
import { Note } from '#shared/look/parts/note.tsx';
import { type Speech, useSpeech } from '../speech/speech.tsx';
import styles from './document-panel.module.css';
import { AskedButton } from './asked-button.tsx';
import { asks, type Explanation, explain } from './explain.ts';
import { SendAgainButton, TryAgainButton } from './send-again-button.tsx';
import { LeaveButton, SendButton } from './send-button.tsx';
import { SettleButton, UnsettleButton } from './settle-button.tsx';

/** Why the document is where it is, and what the person can do now; nothing where all is well. */
export function WhatToDo({ item, company, now }: { readonly item: Item; readonly company: Company | null; readonly now: WallMs }) {
  const speech = useSpeech();
  const { t } = speech;
  const because = explain(item, now, speech);
  const isRemoved = company !== null && 'removedAt' in company;
  const remarks = [...remarksOn(item, speech), ...(isRemoved ? [t('document.company-removed')] : [])];
  return (
    <>
      {because !== null && <Because item={item} because={because} mayAct={!isRemoved} />}
      {remarks.map((remark) => (
        <Note key={remark} tone="calm" title={remark} />
      ))}
    </>
  );
}

function Because({ item, because, mayAct }: { readonly item: Item; readonly because: Explanation; readonly mayAct: boolean }) {
  const { t } = useSpeech();
  return (
    <Note tone={toneOf(item)} title={because.verbatim ? t('document.reason') : because.what}>
      {because.verbatim && (
        <p className={styles['reason']}>
          <bdi>{because.what}</bdi>
        </p>
      )}
      {because.next !== null && <p>{because.next}</p>}
      {mayAct && <Actions item={item} />}
    </Note>
  );
}

function Actions({ item }: { readonly item: Item }): ReactNode {
  const { t } = useSpeech();
  const { state } = item;
  if (isSettled(item)) return <OneAction action={<UnsettleButton key={item.id} item={item} />} />;
  if (state.kind === 'refused' || state.kind === 'unfit') {
    return (
      <div className={styles['actions']}>
        <ReplaceButton item={item} />
        {state.kind === 'refused' && <SendAgainButton key={item.id} item={item} />}
        {state.kind === 'refused' && <SettleButton key={`settle ${item.id}`} item={item} />}
        {state.kind === 'unfit' && state.by === 'service' && <TryAgainButton key={item.id} item={item} />}
      </div>
    );
  }
  if (asks(item)) return <OneAction action={<AskedButton item={item} />} />;
  if (state.kind === 'aside' && state.why === 'person') return <OneAction action={<SendButton item={item} question={null} />} />;
  if (state.kind !== 'held') return null;
  const { question } = state;
  return (
    <div className={styles['actions']}>
      <SendButton item={item} question={question} />
      {question.kind !== 'unclear-answer' && <LeaveButton item={item} />}
      {question.kind === 'other-type' && (
        <Button onPress={() => goTo({ kind: 'documents', itemId: question.itemId })}>{t('document.open-other')}</Button>
      )}
    </div>
  );
}

function OneAction({ action }: { readonly action: ReactNode }) {
  return <div className={styles['actions']}>{action}</div>;
}

function toneOf(item: Item): 'bad' | 'warn' | 'calm' {
  const { state } = item;
  if (state.kind === 'aside' || isSettled(item)) return 'calm';
  return state.kind === 'refused' ? 'bad' : 'warn';
}

function remarksOn({ state, sentElsewhere, receivedAt }: Item, { t, moment }: Speech): readonly string[] {
  const contradicted = (state.kind === 'accepted' || state.kind === 'refused') && state.contradicted;
  const elsewhere = receivedAt === null ? t('document.sent-elsewhere') : t('document.sent-elsewhere.on', { moment: moment(receivedAt) });
  return [...(contradicted ? [t('document.contradicted')] : []), ...(sentElsewhere ? [elsewhere] : [])];
}
