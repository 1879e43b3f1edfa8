import { type ReactNode, useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isMisplaced } from '#shared/domain/item/problem.ts';
import { isConvertible } from '#shared/domain/item/conversion/conversion-offer.ts';
import { type AllTheSame, maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';
import { mayAllow, mayPutBack, maySendWithoutEntries } from '#shared/domain/item/aside.ts';
import { mayAllowEntries } from '#shared/domain/item/entries.ts';
import { datedResult } from '#shared/domain/results/weigh-results.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { goTo, type PageAddress } from '../frame/place.ts';
import { ReplaceButton } from '../upload-from-window/add-files-button.tsx';
import { Button, PlainButton } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './document-panel.module.css';
import { SendButton, TakeButton } from './actions/item-buttons.tsx';
import { AskedButton, EarlierButton, TryAgainButton } from './actions/sent-buttons.tsx';
import { ConvertButton } from './conversion/convert-button.tsx';
import { explain, type Explanation, problemIn } from './explain.ts';
import { asks } from './state-mark.tsx';
import { SentBeforeActions } from './actions/sent-before-actions.tsx';
import { RefusalNote } from './refusal/refusal-note.tsx';
import { useMutation } from '@tanstack/react-query';
import { CorrectedColumns, EntriesProblem, FaultyButton, mappingWords, MeaningButton } from '../entries/file-problem.tsx';
import { useEngine } from '../link/engine.ts';
import { Images, Send } from 'lucide-react';
import { JoinDialog } from '../documents/joining/join-dialog.tsx';
import { useTell } from '../parts/notices/use-notices.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';

type WhatToDoProps = { readonly detail: ItemDetail; readonly company: Company | null; readonly now: WallMs };

/** Why the document is in its state, and what the user can do now; empty if all is well. */
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
      {!isRemoved && <CorrectedColumns detail={detail} />}
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
      <EntriesProblem problem={problemIn(state)} />
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
        <MeaningButton key={`mapping ${item.id}`} detail={detail} />
        {state.problem.kind === 'in-parts' && <JoinAgainButton key={`join ${item.id}`} detail={detail} />}
        {/* A file in the wrong folder is right as it is. */}
        {!isMisplaced(state.problem) && (
          <ReplaceButton item={item} look={isConvertible(item) || mappingWords(state.problem) !== null ? 'plain' : 'primary'} />
        )}
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
      {question.kind === 'other-type' && <QuestionButton place={{ kind: 'type-question', itemId: item.id }} words="type-question.title" />}
      <MeaningButton key={`mapping ${item.id}`} detail={detail} />
      <FaultyButton key={`faults ${item.id}`} item={item} />
      {question.kind === 'note' && <QuestionButton place={{ kind: 'note-question', itemId: item.id }} words="to-do.note" />}
      {question.kind !== 'other-type' && question.kind !== 'gone' && <SendButton item={item} question={question} />}
      <IgnoreButton item={item} />
    </div>
  );
}

function AsideActions({ item }: { readonly item: Item }) {
  if (!mayAllow(item) && !mayPutBack(item)) return null;
  const open = item.state.kind === 'aside' ? item.state.question : undefined;
  const before = open?.kind === 'sent-before' ? open : null;
  const asked = open?.kind === 'entries' || open?.kind === 'entries-missing' ? open : before;
  return (
    <div className={styles['actions']}>
      {(mayAllow(item) || mayAllowEntries(item) || maySendWithoutEntries(item)) && <SendButton item={item} question={asked} />}
      <ConvertButton key={`convert ${item.id}`} item={item} />
      {maySendAllTheSame(item) && <AllTheSameButton key={`same ${item.id}`} item={item} />}
      {mayPutBack(item) && <NoLongerIgnoreButton key={`back ${item.id}`} item={item} />}
      {before !== null && <EarlierButton itemId={before.itemId} />}
    </div>
  );
}

type QuestionButtonProps = { readonly place: PageAddress; readonly words: 'type-question.title' | 'to-do.note' };

/** The question is answered on a page of its own. */
function QuestionButton({ place, words }: QuestionButtonProps) {
  const { t } = useI18n();
  return (
    <Button look="primary" onPress={() => goTo(place)}>
      {t(words)}
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

/** Takes the ignoring back: Intray asks about the document again, or has it sent where only its file was missing. */
function NoLongerIgnoreButton({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const putBack = useMutation(queries.items.putBack.mutationOptions());
  return (
    <PlainButton
      isPending={putBack.isPending}
      aria-label={t('document.no-longer-ignore-name', { name: item.name })}
      onPress={() => putBack.mutate({ itemIds: [item.id] })}
    >
      {t('document.no-longer-ignore')}
    </PlainButton>
  );
}

/** The PDF of several pictures is lost, and is made again. */
function JoinAgainButton({ detail: { item, parts = [] } }: { readonly detail: ItemDetail }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        <Images size={16} aria-hidden />
        {t('joining.again')}
      </Button>
      {isOpen && <JoinDialog parts={parts} whole={item} onSent={close} onClose={close} />}
    </>
  );
}

/** Ends what a document asks for without sending it. For some seconds the notice takes that back; later the document itself does. */
function IgnoreButton({ item, size = 'normal' }: { readonly item: Item; readonly size?: 'normal' | 'small' }) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const itemIds = [item.id];
  const ignore = useMutation(
    queries.items.putAside.mutationOptions({
      onSuccess: ({ aside }) => {
        if (aside > 0) tell({ words: t('list.told.ignored', { count: 1 }), undo: async () => client.items.putBack({ itemIds }) });
      },
    }),
  );
  return (
    <PlainButton
      size={size}
      isPending={ignore.isPending}
      aria-label={t('document.ignore-name', { name: item.name })}
      onPress={() => ignore.mutate({ itemIds })}
    >
      {t('document.ignore')}
    </PlainButton>
  );
}

/** Sends a document that is unfit only because of its content. The accountant's software may refuse it, so a dialog says so first. */
function AllTheSameButton({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const send = useMutation(queries.items.sendAllTheSame.mutationOptions({ onSettled: () => setAsking(false) }));
  const told = send.isError ? 'failed' : toldOf(send.data?.became);
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <Send size={16} aria-hidden />
        {t('document.send-anyway')}
      </Button>
      {told !== null && <output>{t(`send-anyway.told.${told}`)}</output>}
      {asking && (
        <DialogBox role="alertdialog" title={t('send-anyway.title', { name: item.name })} onClose={() => setAsking(false)}>
          <p>{t('send-anyway.text')}</p>
          <DialogActions>
            <Button onPress={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button look="primary" isPending={send.isPending} onPress={() => send.mutate({ itemId: item.id })}>
              {t('document.send-anyway')}
            </Button>
          </DialogActions>
        </DialogBox>
      )}
    </>
  );
}

/** Null for a document that was sent or became a question: its new state shows that. */
function toldOf(became: AllTheSame | undefined): Exclude<AllTheSame, 'sent' | 'asked'> | null {
  return became === undefined || became === 'sent' || became === 'asked' ? null : became;
}
