import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { ItemDetail, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { everyCompany } from '../companies/every-company.ts';
import { goTo, placeOf } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { AskAccountant } from './actions/ask-accountant.tsx';
import { DocumentActions } from './actions/document-actions.tsx';
import { DocumentDrops } from './document-drops.tsx';
import { DocumentLinks } from './document-links.tsx';
import { DocumentFacts } from './document-facts.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';
import { DocumentNote } from './document-note.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { DocumentPlaces } from './document-places.tsx';
import { DocumentState } from './document-state.tsx';
import { DocumentStory } from './document-story.tsx';
import { CorrectionNote } from './refusal/correction-note.tsx';
import { JoinedLinks } from './joined-links.tsx';
import { WhatToDo } from './what-to-do.tsx';

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
      {item.state.kind !== 'refused' && <DocumentActions key={`actions ${item.id}`} detail={detail} />}
      {item.state.kind !== 'refused' && <AskAccountant key={`ask ${item.id}`} item={item} company={company} />}
      {!isUnseen(item) && <DocumentPreview key={item.id} item={item} />}
      <DocumentNote key={`note ${item.id}`} item={item} />
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
