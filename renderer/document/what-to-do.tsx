import type { ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isConvertible } from '#shared/domain/item/conversion/conversion-offer.ts';
import { maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';
import { mayAllow, mayPutBack } from '#shared/domain/item/aside.ts';
import { datedResult } from '#shared/domain/results/weigh-results.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { goTo } from '../frame/place.ts';
import { ReplaceButton } from '../upload-from-window/replace-button.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './document-panel.module.css';
import { AllTheSameButton } from './actions/all-the-same-button.tsx';
import { AskedButton } from './actions/asked-button.tsx';
import { ConvertButton } from './conversion/convert-button.tsx';
import { asks, type Explanation, explain } from './explain.ts';
import { TryAgainButton } from './actions/send-again-button.tsx';
import { IgnoreButton } from './actions/ignore-button.tsx';
import { NoLongerIgnoreButton } from './actions/no-longer-ignore-button.tsx';
import { SendButton } from './actions/send-button.tsx';
import { EarlierButton } from './actions/earlier-button.tsx';
import { SentBeforeActions } from './actions/sent-before-actions.tsx';
import { TakeButton } from './actions/take-button.tsx';
import { JoinAgainButton } from './join-again-button.tsx';
import { RefusalNote } from './refusal/refusal-note.tsx';

type WhatToDoProps = { readonly detail: ItemDetail; readonly company: Company | null; readonly now: WallMs };

/** Why the document is in its state, and what the person can do now; empty if all is well. */
export function WhatToDo({ detail, company, now }: WhatToDoProps) {
  const { item } = detail;
  const i18n = useI18n();
  const { t } = i18n;
  const because = explain(item, now, i18n);
  const isRemoved = company !== null && 'removedAt' in company;
  const remarks = [
    ...remarksOn(item, i18n),
    ...asOtherType(detail, i18n),
    ...(isRemoved ? [{ title: t('document.company-removed') }] : []),
  ];
  return (
    <>
      {because !== null && item.state.kind === 'refused' && <RefusalNote {...{ detail, company, because }} mayAct={!isRemoved} />}
      {because !== null && item.state.kind !== 'refused' && <Because detail={detail} because={because} mayAct={!isRemoved} />}
      {remarks.map((remark) => (
        <Note key={remark.title} tone="calm" title={remark.title}>
          {remark.text}
        </Note>
      ))}
    </>
  );
}

type BecauseProps = { readonly detail: ItemDetail; readonly because: Explanation; readonly mayAct: boolean };

function Because({ detail, because, mayAct }: BecauseProps) {
  const { item } = detail;
  const { state } = item;
  return (
    <Note tone={state.kind === 'aside' ? 'calm' : 'warn'} title={because.what}>
      <UnprovenReason item={item} />
      {because.next !== null && <p>{because.next}</p>}
      {mayAct && <Actions detail={detail} />}
    </Note>
  );
}

/** The relay's reason, which is foreign text, kept apart from our own words. */
function UnprovenReason({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const reason = unprovenOf(item)?.reason ?? null;
  if (reason === null) return null;
  return (
    <>
      <p>{t('unproven.reason')}</p>
      <p className={styles['reason']}>
        <bdi>{reason}</bdi>
      </p>
    </>
  );
}

function Actions({ detail }: { readonly detail: ItemDetail }): ReactNode {
  const { item } = detail;
  const { state } = item;
  if (state.kind === 'unfit') {
    return (
      <div className={styles['actions']}>
        <ConvertButton key={`convert ${item.id}`} item={item} />
        {state.problem.kind === 'in-parts' && <JoinAgainButton key={`join ${item.id}`} detail={detail} />}
        <ReplaceButton item={item} look={isConvertible(item) ? 'plain' : 'primary'} />
        {maySendAllTheSame(item) && <AllTheSameButton key={`same ${item.id}`} item={item} />}
        {state.by === 'service' && <TryAgainButton key={item.id} item={item} />}
        <IgnoreButton item={item} />
      </div>
    );
  }
  if (state.kind === 'aside') return <AsideActions item={item} />;
  const unproven = unprovenOf(item);
  if (unproven !== null) return <OneAction action={<TakeButton key={item.id} item={item} says={unproven.kind} />} />;
  if (asks(item)) return <OneAction action={<AskedButton item={item} />} />;
  if (state.kind !== 'held') return null;
  const { question } = state;
  if (question.kind === 'sent-before') return <SentBeforeActions key={`${item.id} ${question.itemId}`} item={item} before={question} />;
  return (
    <div className={styles['actions']}>
      {question.kind === 'other-type' ? (
        <QuestionButton itemId={item.id} />
      ) : (
        question.kind !== 'gone' && <SendButton item={item} question={question} />
      )}
      <IgnoreButton item={item} />
    </div>
  );
}

function AsideActions({ item }: { readonly item: Item }) {
  if (!mayAllow(item) && !mayPutBack(item)) return null;
  const open = item.state.kind === 'aside' ? item.state.question : undefined;
  const before = open?.kind === 'sent-before' ? open : null;
  return (
    <div className={styles['actions']}>
      {mayAllow(item) && <SendButton item={item} question={before} />}
      <ConvertButton key={`convert ${item.id}`} item={item} />
      {maySendAllTheSame(item) && <AllTheSameButton key={`same ${item.id}`} item={item} />}
      {mayPutBack(item) && <NoLongerIgnoreButton key={`back ${item.id}`} item={item} />}
      {before !== null && <EarlierButton itemId={before.itemId} />}
    </div>
  );
}

/** The question is answered on a page that shows both documents. */
function QuestionButton({ itemId }: { readonly itemId: ItemId }) {
  const { t } = useI18n();
  return (
    <Button look="primary" onPress={() => goTo({ kind: 'type-question', itemId })}>
      {t('type-question.title')}
    </Button>
  );
}

function OneAction({ action }: { readonly action: ReactNode }) {
  return <div className={styles['actions']}>{action}</div>;
}

type Remark = { readonly title: string; readonly text?: string };

function remarksOn(item: Item, { t, moment }: I18n): readonly Remark[] {
  const { state, sentElsewhere, receivedAt } = item;
  const contradicted = (state.kind === 'accepted' || state.kind === 'refused') && state.contradicted;
  const elsewhere = receivedAt === null ? t('document.sent-elsewhere') : t('document.sent-elsewhere.on', { moment: moment(receivedAt) });
  const replaced = state.kind === 'accepted' || state.kind === 'refused' ? state.replacedUnproven : undefined;
  const overtook = state.kind === 'accepted' || state.kind === 'refused' ? state.overtook : undefined;
  const odd = state.kind === 'refused' ? datedResult(state, receivedAt).odd : null;
  return [
    ...(contradicted ? [{ title: t('document.contradicted') }] : []),
    ...(odd === null ? [] : [{ title: t('document.odd-date', { moment: moment(odd) }), text: t('document.odd-date.text') }]),
    ...(takenOf({ state }) === null ? [] : [{ title: t('unproven.taken'), text: t('unproven.taken.text') }]),
    ...(replaced === undefined ? [] : [{ title: t(`unproven.${replaced}`) }]),
    ...(overtook === undefined ? [] : [{ title: t(`document.overtook.${overtook}`), text: t(`document.overtook.${overtook}.text`) }]),
    ...(isUnseen(item) ? [{ title: t('document.unseen'), text: t('document.unseen.text') }] : []),
    ...(sentElsewhere && overtook === undefined && !isUnseen(item) ? [{ title: elsewhere }] : []),
  ];
}

/** What became of the same bytes when this computer or another one sent them as the other type. */
function asOtherType({ otherType }: ItemDetail, { t, moment }: I18n): readonly Remark[] {
  if (otherType === null || otherType === undefined) return [];
  const { importType, kind, at } = otherType;
  if (kind !== 'awaiting' && kind !== 'accepted' && kind !== 'refused') return [];
  return [{ title: t(`document.other-type.${importType}.${kind}`, { moment: moment(at) }) }];
}
