import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ItemDetail, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { everyCompany } from '../companies/every-company.ts';
import { goTo } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { DocumentDrops } from './document-drops.tsx';
import { DocumentLinks } from './document-links.tsx';
import { DocumentFacts } from './document-facts.tsx';
import look from '#shared/look/panel.module.css';
import { DocumentPlaces } from './document-places.tsx';
import { DocumentStory } from './document-story.tsx';
import { WhatToDo } from './what-to-do.tsx';

type Props = { readonly itemId: ItemId; readonly overview: Overview; readonly now: WallMs };

/** One document, beside the list. Escape closes it, and the focus goes back to its row. */
export function DocumentPanel({ itemId, overview, now }: Props) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const panel = useRef<HTMLElement>(null);
  const detail = useQuery(queries.items.get.queryOptions({ input: { itemId } }));
  // Another document is another reason to be here: the focus goes to it too.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => panel.current?.focus(), [itemId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close(itemId);
  };
  return (
    // Escape has to work wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside ref={panel} tabIndex={-1} aria-label={t('document.panel')} className={look['panel']} onKeyDown={onKeyDown}>
      <div className={look['close']}>
        <Button look="icon" size="small" aria-label={t('common.close')} onPress={() => close(itemId)}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      {detail.data?.ok === true && <Body detail={detail.data.value} overview={overview} now={now} />}
      {detail.data?.ok === false && <p className={look['body']}>{t('document.not-found')}</p>}
    </aside>
  );
}

function Body({ detail, overview, now }: { readonly detail: ItemDetail; readonly overview: Overview; readonly now: WallMs }) {
  const { item, places, earlier, drops = [] } = detail;
  const company = everyCompany(overview).find(({ id }) => id === item.companyId) ?? null;
  return (
    <div className={look['body']}>
      <h2 className={look['name']}>
        <bdi>{item.name}</bdi>
      </h2>
      <WhatToDo item={item} company={company} now={now} />
      <DocumentStory item={item} earlier={earlier} now={now} />
      <DocumentLinks detail={detail} />
      <DocumentFacts item={item} company={company} />
      <DocumentDrops item={item} drops={drops} />
      <DocumentPlaces item={item} places={places} />
    </div>
  );
}

function close(itemId: ItemId): void {
  goTo({ kind: 'documents', itemId: null });
  const row = document.querySelector(`[data-key="${CSS.escape(itemId)}"]`);
  if (row instanceof HTMLElement) row.focus();
}
