import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Drop, ItemDetail, LinkedItem, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import { shownSince } from '#shared/domain/results/weigh-results.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { everyCompany } from '../parts/company-name.tsx';
import { goTo, hashOf, placeOf } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';
import { Button, PlainButton } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { AskAccountant } from './actions/ask-accountant.tsx';
import { DocumentActions } from './actions/document-actions.tsx';
import { DocumentFacts, DocumentLinks, DocumentNote } from './document-facts.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';
import { DocumentPreview } from './document-preview.tsx';
import { DocumentStory } from './document-story.tsx';
import { WhatToDo } from './what-to-do.tsx';
import type { Item } from '#shared/domain/item/item.ts';
import { Age } from '../parts/age.tsx';
import { DocumentMark, markOf, stateWords } from './state-mark.tsx';
import refusalStyles from './refusal/refusal.module.css';
import { mayUndoJoin } from '#shared/domain/item/joining/joining.ts';
import joiningStyles from '../documents/joining/joining.module.css';
import { useTell } from '../parts/notices/use-notices.tsx';

type Props = { readonly itemId: ItemId; readonly overview: Overview; readonly now: WallMs };

/** One document beside the list; without room for both, it replaces the list and has a back button. Escape also closes it. */
export function DocumentPanel({ itemId, overview, now }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const panel = useRef<HTMLElement>(null);
  const detail = useQuery(queries.items.get.queryOptions({ input: { itemId } }));
  // Opening another document moves the focus here again.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => panel.current?.focus(), [itemId]);
  const staying = useFocusThatStays(panel);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    // Escape has to work wherever in the panel the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('document.panel')}
      className={classNames(look['panel'], styles['panel'])}
      onKeyDown={onKeyDown}
      {...staying}
    >
      <div className={styles['back']}>
        <Button look="quiet" size="small" onPress={close}>
          <ArrowLeft size={16} aria-hidden />
          {t('document.back')}
        </Button>
      </div>
      <div className={classNames(look['close'], styles['close'])}>
        <Button look="icon" size="small" aria-label={t('common.close')} onPress={close}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      {detail.data?.ok === true && <Body detail={detail.data.value} overview={overview} now={now} />}
      {detail.data?.ok === false && <p className={look['body']}>{t('document.not-found')}</p>}
    </aside>
  );
}

/** A pressed button may vanish by its own effect; keeps the focus in the panel then, so that Escape still closes it. */
function useFocusThatStays(panel: RefObject<HTMLElement | null>) {
  const isWithin = useRef(false);
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isWithin.current = true;
    },
    // Not called for an element that is removed while it has the focus.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isWithin.current = currentTarget.contains(relatedTarget);
    },
  };
}

function Body({ detail, overview, now }: { readonly detail: ItemDetail; readonly overview: Overview; readonly now: WallMs }) {
  const { item, places, earlier, drops = [] } = detail;
  const company = everyCompany(overview).find(({ id }) => id === item.companyId) ?? null;
  return (
    <div className={look['body']}>
      <h2 className={look['name']}>
        <bdi>{item.name}</bdi>
      </h2>
      {item.state.kind === 'refused' && detail.replacedBy !== null && <CorrectionNote itemId={detail.replacedBy} now={now} />}
      <DocumentState item={item} now={now} />
      <WhatToDo detail={detail} company={company} now={now} />
      <JoinedLinks detail={detail} mayAct={company === null || !('removedAt' in company)} />
      <PairLinks detail={detail} />
      {item.state.kind !== 'refused' && <DocumentActions key={`actions ${item.id}`} detail={detail} />}
      {item.state.kind !== 'refused' && <AskAccountant key={`ask ${item.id}`} item={item} company={company} />}
      {!isUnseen(item) && <DocumentPreview key={item.id} item={item} />}
      <DocumentNote key={`note ${item.id}`} detail={detail} />
      <DocumentStory item={item} earlier={earlier} sentAt={detail.sentAt ?? null} now={now} />
      <DocumentLinks detail={detail} />
      <DocumentDrops item={item} drops={drops} />
      <DocumentPlaces places={places} />
      <DocumentFacts item={item} company={company} />
    </div>
  );
}

function close(): void {
  const here = placeOf(window.location.hash);
  goTo(here.kind === 'documents' ? { ...here, itemId: null } : { kind: 'documents', itemId: null });
}

/** The files that have or had its bytes. */
function DocumentPlaces({ places }: { readonly places: ItemDetail['places'] }) {
  const { t } = useI18n();
  if (places.length === 0) return null;
  return (
    <section>
      <h3 className={look['heading']}>{t('document.places')}</h3>
      <ul className={styles['places']}>
        {places.map(({ path, present, stays }) => (
          <li key={path} className={classNames(!present && styles['gone'])}>
            <bdi>{path}</bdi>
            {!present && ` – ${t('document.place-gone')}`}
            {stays !== null && ` – ${t('document.place-stays', { code: stays })}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The document's state in one line; once it was received, also that it cannot be taken back. */
function DocumentState({ item, now }: { readonly item: Item; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { state } = item;
  return (
    <div className={styles['state']}>
      <DocumentMark kind={markOf(item, now)} name={item.name} />
      <p>
        <strong>{stateWords(item, i18n)}</strong>{' '}
        <span className={styles['when']}>
          · <Age at={shownSince(item)} now={now} />
        </span>
      </p>
      {state.kind === 'awaiting' && <p className={styles['final']}>{t('document.final')}</p>}
    </div>
  );
}

/** Lists each time the same content arrived again, and what had become of it by then, which is why it was not sent again. */
function DocumentDrops({ item, drops }: { readonly item: Item; readonly drops: readonly Drop[] }) {
  const i18n = useI18n();
  if (drops.length === 0) return null;
  return (
    <section>
      <h3 className={look['heading']}>{i18n.t('document.found-again')}</h3>
      <p>{sentBefore(item, i18n)}</p>
      <ul className={styles['places']}>
        {drops.map(({ path, at }) => (
          <li key={`${at} ${path}`}>
            <bdi>{path}</bdi> – {i18n.moment(at)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentBefore({ state, receivedAt }: Item, { t, moment }: I18n): string {
  if (receivedAt === null) return t('document.found-again.other');
  const { kind } = state;
  const word = kind === 'accepted' || kind === 'refused' ? kind : kind === 'awaiting' ? 'received' : 'other';
  return t(`document.found-again.${word}`, { moment: moment(receivedAt) });
}

/** Says first of all that a corrected file is there, and what became of it: then the refusal itself is history. */
function CorrectionNote({ itemId, now }: { readonly itemId: ItemId; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const detail = useQuery(queries.items.get.queryOptions({ input: { itemId } })).data;
  if (detail?.ok !== true) return null;
  const { item } = detail.value;
  return (
    <section className={refusalStyles['correction']} aria-label={t('refusal.corrected')}>
      <DocumentMark kind={markOf(item, now)} name={item.name} />
      <div>
        <h3 className={refusalStyles['title']}>{t('refusal.corrected')}</h3>
        <p className={refusalStyles['state']}>{stateWords(item, i18n)}</p>
        <a className={refusalStyles['link']} href={hashOf({ kind: 'documents', itemId })}>
          <bdi>{item.name}</bdi>
        </a>
      </div>
    </section>
  );
}

/** Leads from a joined document to its pictures, and from each of them to it. */
function JoinedLinks({ detail: { item, parts, into }, mayAct }: { readonly detail: ItemDetail; readonly mayAct: boolean }) {
  const { t } = useI18n();
  if (into !== undefined) {
    return (
      <section className={joiningStyles['links']}>
        <h3 className={look['heading']}>{t('joining.part')}</h3>
        <p>{t('joining.part.of', { name: into.name })}</p>
        <Open to={into} />
      </section>
    );
  }
  if (parts === undefined) return null;
  return (
    <section className={joiningStyles['links']}>
      <h3 className={look['heading']}>{t('joining.parts')}</h3>
      {parts.map((part) => (
        <Open key={part.itemId} to={part} />
      ))}
      {mayAct && mayUndoJoin(item) && <UndoJoinButton key={item.id} itemId={item.id} />}
    </section>
  );
}

/** Leads from a scan to the entries beside it, and from these to it. */
function PairLinks({ detail: { item, beside = [] } }: { readonly detail: ItemDetail }) {
  const { t } = useI18n();
  if (beside.length === 0) return null;
  return (
    <section className={joiningStyles['links']}>
      <h3 className={look['heading']}>
        {t(item.state.kind === 'aside' && item.state.why === 'with-scan' ? 'document.pair.scan' : 'document.pair.entries')}
      </h3>
      {beside.map((one) => (
        <Open key={one.itemId} to={one} />
      ))}
    </section>
  );
}

function Open({ to: { itemId, name } }: { readonly to: LinkedItem }) {
  const { t } = useI18n();
  return (
    <Button size="small" onPress={() => goTo({ kind: 'documents', itemId })}>
      {t('joining.open', { name })}
    </Button>
  );
}

function UndoJoinButton({ itemId }: { readonly itemId: LinkedItem['itemId'] }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const tell = useTell();
  const undo = useMutation(
    queries.items.undoJoin.mutationOptions({
      onSuccess: ({ undone }) => tell({ words: t(undone ? 'joining.undone' : 'joining.undo.too-late'), isKept: !undone }),
    }),
  );
  return (
    <PlainButton size="small" isPending={undo.isPending} onPress={() => undo.mutate({ itemId })}>
      {t('joining.undo')}
    </PlainButton>
  );
}
