import { useQuery } from '@tanstack/react-query';
import { Check, CircleCheck, FolderOpen, Images, RotateCcw, Send, SquareMinus, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Chosen } from '#shared/app-api/list/item-filter.ts';
import type { ChosenView, LinkedItem } from '#shared/app-api/views.ts';
import { PARTS_MAX, PARTS_MIN } from '#shared/domain/item/joining/parts.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import styles from './selection-bar.module.css';
import type { ListActions } from './use-list-actions.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { goTo, placeOf } from '../../frame/place.ts';
import { JoinDialog } from '../joining/join-dialog.tsx';

type Props = {
  readonly count: number;
  readonly chosen: Chosen;
  readonly actions: ListActions;
  readonly canReveal: boolean;
  /** Further actions, such as the export. */
  readonly more: ReactNode;
  readonly onClear: () => void;
};

/** Actions for all marked documents: each with the number it applies to, and why it leaves out the others. */
export function SelectionBar({ count, chosen, actions, canReveal, more, onClear }: Props) {
  const [i18n, { queries }] = [useI18n(), useEngine()];
  const { t, number } = i18n;
  // Until the engine has answered for this selection, the bar shows the actions of the previous one, disabled.
  const { data, isPlaceholderData } = useQuery(queries.items.chosen.queryOptions({ input: chosen, placeholderData: (before) => before }));
  const isPending = actions.isPending || isPlaceholderData;
  const one = chosen.kind === 'items' && chosen.itemIds.length === 1 ? chosen.itemIds[0] : undefined;
  const { sendAgain = [], allow = [], putAside = [], putBack = [], resolve = [], unresolve = [] } = data ?? {};
  return (
    <section className={styles['bar']} aria-label={t('list.marked.title')}>
      <div className={styles['marked']}>
        <Button look="icon" size="small" aria-label={t('list.marked.clear')} onPress={onClear}>
          <X size={17} aria-hidden />
        </Button>
        <output className={styles['count']}>{t('list.marked', { count })}</output>
      </div>
      <div className={styles['actions']}>
        <Button
          size="small"
          isDisabled={sendAgain.length === 0}
          isPending={isPending}
          onPress={() => actions.ask({ kind: 'send-again', itemIds: sendAgain })}
        >
          <RotateCcw size={15} aria-hidden />
          {t('document.send-again')} {sendAgain.length > 0 && <span>({number(sendAgain.length)})</span>}
        </Button>
        {allow.length > 0 && (
          <Button size="small" isPending={isPending} onPress={() => actions.ask({ kind: 'allow', itemIds: allow })}>
            <Send size={15} aria-hidden />
            {t('document.send')} ({number(allow.length)})
          </Button>
        )}
        <Ignoring {...{ isPending, putAside, putBack }} act={actions.act} />
        <TakeMarked isPending={isPending} takeAccepted={data?.takeAccepted ?? []} ask={actions.ask} />
        <Resolving {...{ isPending, resolve, unresolve }} act={actions.act} />
        <JoinButton join={data?.join ?? NOT_JOINED} isPending={isPending} onJoined={onClear} />
        {one !== undefined && canReveal && <RevealButton onPress={() => actions.reveal(one)} />}
        {more}
      </div>
      <WhyNotJoined join={data?.join ?? NOT_JOINED} />
      {data !== undefined && sendAgain.length < count && <p className={styles['why']}>{whyNot(data, count, i18n)}</p>}
    </section>
  );
}

const NOT_JOINED: ChosenView['join'] = { able: 0, why: 'too-few', parts: [] };

/** Why the marked documents cannot be joined, where two of them could be. */
function WhyNotJoined({ join: { able, why } }: Pick<ChosenView, 'join'>) {
  const { t } = useI18n();
  if (why === null || able < PARTS_MIN) return null;
  return <p className={styles['why']}>{t(`joining.why.${why}`, { max: PARTS_MAX })}</p>;
}

function RevealButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useI18n();
  return (
    <Button size="small" onPress={onPress}>
      <FolderOpen size={15} aria-hidden />
      {t('document.reveal')}
    </Button>
  );
}

type TakeProps = Pick<ChosenView, 'takeAccepted'> & Pick<ListActions, 'ask' | 'isPending'>;

/** Takes unproven answers that say accepted; those that say refused are taken one by one. */
function TakeMarked({ ask, isPending, takeAccepted }: TakeProps) {
  const { t, number } = useI18n();
  if (takeAccepted.length === 0) return null;
  return (
    <Button size="small" isPending={isPending} onPress={() => ask({ kind: 'take', itemIds: takeAccepted })}>
      <Check size={15} aria-hidden />
      {t('list.take-accepted')} ({number(takeAccepted.length)})
    </Button>
  );
}

type IgnoringProps = Pick<ChosenView, 'putAside' | 'putBack'> & Pick<ListActions, 'act' | 'isPending'>;

/** Ignores documents that need somebody, or undoes that. */
function Ignoring({ act, isPending, putAside, putBack }: IgnoringProps) {
  const { t, number } = useI18n();
  return (
    <>
      {putAside.length > 0 && (
        <Button size="small" isPending={isPending} onPress={() => act('put-aside', putAside)}>
          <SquareMinus size={15} aria-hidden />
          {t('document.ignore')} ({number(putAside.length)})
        </Button>
      )}
      {putBack.length > 0 && (
        <Button size="small" isPending={isPending} onPress={() => act('put-back', putBack)}>
          <Undo2 size={15} aria-hidden />
          {t('document.no-longer-ignore')} ({number(putBack.length)})
        </Button>
      )}
    </>
  );
}

type SettlingProps = Pick<ChosenView, 'resolve' | 'unresolve'> & Pick<ListActions, 'act' | 'isPending'>;

/** Marks refusals as dealt with, or undoes that. */
function Resolving({ act, isPending, resolve, unresolve }: SettlingProps) {
  const { t, number } = useI18n();
  return (
    <>
      {resolve.length > 0 && (
        <Button size="small" isPending={isPending} onPress={() => act('resolve', resolve)}>
          <CircleCheck size={15} aria-hidden />
          {t('document.settle')} ({number(resolve.length)})
        </Button>
      )}
      {unresolve.length > 0 && (
        <Button size="small" isPending={isPending} onPress={() => act('unresolve', unresolve)}>
          <Undo2 size={15} aria-hidden />
          {t('document.unsettle')} ({number(unresolve.length)})
        </Button>
      )}
    </>
  );
}

/** How many documents "Send again" leaves out, by reason. */
function whyNot({ kinds, sendAgain, unresolve }: ChosenView, count: number, { t, list }: I18n): string {
  const onTheWay = kinds.waiting + kinds.uploading + kinds.awaiting;
  const reasons = [
    { count: kinds.accepted, why: t('list.not-again.accepted', { count: kinds.accepted }) },
    { count: onTheWay, why: t('list.not-again.on-the-way', { count: onTheWay }) },
    { count: kinds.aside, why: t('list.not-again.aside', { count: kinds.aside }) },
    { count: unresolve.length, why: t('list.not-again.resolved', { count: unresolve.length }) },
  ];
  const rest = Math.max(0, kinds.refused + kinds.unfit + kinds.held - sendAgain.length - unresolve.length);
  const said = [...reasons, { count: rest, why: t('list.not-again.other', { count: rest }) }].filter((reason) => reason.count > 0);
  return t('list.not-again', { able: sendAgain.length, all: count, reasons: list(said.map(({ why }) => why)) });
}

type JoinButtonProps = { readonly join: ChosenView['join']; readonly isPending: boolean; readonly onJoined: () => void };

/** Joins the marked pictures into one PDF, and opens that document; nothing where there are no two that could be joined. */
function JoinButton({ join: { able, why, parts }, isPending, onJoined }: JoinButtonProps) {
  const { t } = useI18n();
  // The dialog keeps those that it was opened with.
  const [opened, setOpened] = useState<readonly LinkedItem[] | null>(null);
  return (
    <>
      {able >= PARTS_MIN && (
        <Button size="small" isDisabled={why !== null} isPending={isPending} onPress={() => setOpened(parts)}>
          <Images size={15} aria-hidden />
          {t('joining.do')}
        </Button>
      )}
      {opened !== null && (
        <JoinDialog
          parts={opened}
          whole={null}
          onClose={() => setOpened(null)}
          onSent={(itemId) => {
            setOpened(null);
            onJoined();
            open(itemId);
          }}
        />
      )}
    </>
  );
}

function open(itemId: ItemId): void {
  const here = placeOf(window.location.hash);
  goTo(here.kind === 'documents' ? { ...here, itemId } : { kind: 'documents', itemId });
}
