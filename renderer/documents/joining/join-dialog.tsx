import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { LinkedItem } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { joinedNote, noteExcess } from '#shared/domain/item/note.ts';
import { joinedName, PARTS_MAX } from '#shared/domain/item/joining/parts.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { isInDoubt } from '../../document/conversion/remark-text.ts';
import { versionText } from '../../document/conversion/version-text.ts';
import { Remarks, Spoken } from '../../document/conversion/remarks.tsx';
import sides from '../../document/conversion/conversion.module.css';
import { type ShownFault, useFocusOnPrimary } from '../../document/conversion/use-conversion.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { type EngineClient, useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { NoteField } from '../../parts/note-fields.tsx';
import { PartOrder } from './part-order.tsx';
import { Progress, Side } from '../../document/conversion/before-and-after.tsx';
import { PreviewToCome } from '../../preview/no-preview.tsx';
import type { ShownItem } from '../../preview/use-preview.ts';
import { WHY_NOT_JOINED, type WhyNotJoined } from '#shared/domain/item/joining/joining.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { adviceOf, mayTryAgain } from '../../document/conversion/advice-of.ts';
import type { ConversionNews, JoinFault, JoinNews } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';

type Props = {
  /** In the order of the pages at first. */
  readonly parts: readonly LinkedItem[];
  /** The document that was joined from them before, in this order; null for a new one. */
  readonly whole: Pick<Item, 'id' | 'name' | 'comment'> | null;
  /** `itemId`: the document that waits to be sent. */
  readonly onSent: (itemId: ItemId) => void;
  readonly onClose: () => void;
};

/** Pictures are put in order, and the PDF of them is made, looked at and sent if the user wants that. Closing the dialog meanwhile cancels it. */
export function JoinDialog({ parts, whole, onSent, onClose }: Props) {
  const { t } = useI18n();
  const [order, setOrder] = useState(parts);
  const [note, setNote] = useState(() => (whole === null ? joinedNote(parts) : (whole.comment ?? '')));
  const { joining, again, fail } = useJoining({ parts: order.map(({ itemId }) => itemId), whole: whole?.id ?? null });
  const [seen, setSeen] = useState<string | null>(null);
  const made = joining.kind === 'made' ? joining : null;
  const key = made === null ? null : `${made.itemId} ${made.conversion.sha256}`;
  const onDrawn = useCallback(() => setSeen(key), [key]);
  const name = whole?.name ?? joinedName(order[0]?.name ?? '', parts.length);
  const title = whole === null ? t('joining.title', { count: parts.length }) : t('joining.title.again', { name });
  return (
    <DialogBox title={title} isWide onClose={onClose}>
      {joining.kind !== 'fault' && <Spoken making={joining} />}
      <div className={sides['sides']}>
        <PartOrder parts={order} onOrder={whole === null ? setOrder : null} />
        {joining.kind === 'fault' ? (
          <JoinFaultNote trouble={joining} parts={parts} />
        ) : (
          <JoinedVersion key={key} joining={joining} name={name} onDrawn={onDrawn} />
        )}
      </div>
      {made !== null && <Remarks of={made.conversion} nameOf={(part) => order[part]?.name} />}
      {joining.kind !== 'fault' && <p>{t('joining.keeps')}</p>}
      {joining.kind === 'fault' ? (
        <AfterFault trouble={joining} onAgain={again} onClose={onClose} />
      ) : (
        <>
          <NoteField label={t('document.note.optional')} hint={t('document.note.hint')} text={note} onChange={setNote} />
          <Send made={made} note={note} isSeen={key !== null && seen === key} fail={fail} onSent={onSent} onClose={onClose} />
        </>
      )}
    </DialogBox>
  );
}

type Made = Extract<ReturnType<typeof useJoining>['joining'], { kind: 'made' }>;

type SendProps = Pick<Props, 'onSent' | 'onClose'> & {
  readonly made: Made | null;
  readonly note: string;
  readonly isSeen: boolean;
  readonly fail: (fault: JoinTrouble['fault']) => void;
};

function Send({ made, note, isSeen, fail, onSent, onClose }: SendProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const remarks = made?.conversion.remarks;
  const actions = useFocusOnPrimary(isSeen && remarksAgainst(remarks).length === 0);
  const send = useMutation(
    queries.items.sendConversion.mutationOptions({
      onSuccess: ({ became }) => {
        if (became === 'lost' || became === 'not-offered') fail(became);
        else if (made !== null) onSent(made.itemId);
      },
    }),
  );
  return (
    <>
      {send.isError && <p role="alert">{t('conversion.send-failed')}</p>}
      <div ref={actions}>
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          {made !== null && (
            // Only what could be looked at can be sent.
            <Button
              look="primary"
              isDisabled={!isSeen || noteExcess(note) > 0}
              isPending={send.isPending}
              onPress={() => send.mutate({ itemId: made.itemId, sha256: made.conversion.sha256, note })}
            >
              {t(isInDoubt(remarks) ? 'conversion.send-all-the-same' : 'conversion.send')}
            </Button>
          )}
        </DialogActions>
      </div>
    </>
  );
}

type AfterFaultProps = { readonly trouble: JoinTrouble; readonly onAgain: () => void; readonly onClose: () => void };

function AfterFault({ trouble, onAgain, onClose }: AfterFaultProps) {
  const { t } = useI18n();
  const actions = useFocusOnPrimary(true);
  return (
    <div ref={actions}>
      <DialogActions>
        <Button onPress={onClose}>{t('common.close')}</Button>
        {mayJoinAgain(trouble) && (
          <Button look="primary" onPress={onAgain}>
            {t(trouble.fault === 'lost' ? 'conversion.again' : 'document.try-again')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

const SmallPreview = lazy(() => import('../../preview/small-preview.tsx'));

type JoinedVersionProps = {
  readonly joining: Extract<Joining, { kind: 'making' | 'made' }>;
  readonly name: string;
  readonly onDrawn: () => void;
};

/** The PDF as it would be sent, once it is made. */
function JoinedVersion({ joining, name, onDrawn }: JoinedVersionProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isMade = joining.kind === 'made';
  return (
    <Side title={t('conversion.after')} facts={isMade ? versionText(joining.conversion, i18n) : t('conversion.making')}>
      {isMade ? (
        <Suspense fallback={<PreviewToCome />}>
          <SmallPreview item={shownItem(joining, name)} made={joining.conversion} onDrawn={onDrawn} />
        </Suspense>
      ) : (
        <Progress at={joining.at} />
      )}
    </Side>
  );
}

/** There is no such document yet. */
function shownItem({ itemId, conversion }: Extract<Joining, { kind: 'made' }>, name: string): ShownItem {
  const state = { kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } } as const;
  const { mediaType, sha256, bytes } = conversion;
  return { id: itemId, name, mediaType, sha256, bytes, state, conversion };
}

type JoinFaultNoteProps = { readonly trouble: JoinTrouble; readonly parts: readonly LinkedItem[] };

/** What happened, and to which picture; that nothing was sent, and what the user can do. */
function JoinFaultNote({ trouble, parts }: JoinFaultNoteProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const part = parts.find(({ itemId }) => itemId === trouble.part);
  const what = faultText(trouble.fault, i18n);
  return (
    <Note tone="warn" title={part === undefined ? what : t('joining.fault.of', { name: part.name, what })} spoken="alert">
      <p>
        {t('joining.nothing-sent')} {adviceText(trouble, i18n)}
      </p>
    </Note>
  );
}

/** Whether the same can come to another result. */
function mayJoinAgain({ fault }: JoinTrouble): boolean {
  return !isWhy(fault) && fault !== 'password-wrong' && mayTryAgain(fault);
}

function isWhy(fault: JoinTrouble['fault']): fault is WhyNotJoined {
  return WHY_NOT_JOINED.some((why) => why === fault);
}

function faultText(fault: JoinTrouble['fault'], { t }: I18n): string {
  return isWhy(fault) ? t(`joining.why.${fault}`, { max: PARTS_MAX }) : t(`conversion.fault.${unprotected(fault)}.what`);
}

function adviceText({ fault, part }: JoinTrouble, { t }: I18n): string {
  if (isWhy(fault)) return t('conversion.advice.close');
  if (fault === 'too-many-pages' || fault === 'still-too-large') return t('joining.advice.fewer');
  if (part !== null && (fault === 'not-understood' || fault === 'too-many-pixels')) return t('joining.advice.without');
  return t(`conversion.advice.${adviceOf(unprotected(fault))}`);
}

/** Pictures have no password. */
function unprotected(fault: Exclude<JoinTrouble['fault'], WhyNotJoined>): ShownFault {
  return fault === 'password-wrong' ? 'not-understood' : fault;
}

/** `lost`: what was shown is not there any more. `part`: the document that is the reason; null if no single one is. */
type JoinTrouble = { readonly fault: JoinFault | 'lost'; readonly part: ItemId | null };

/** `at`: the page being made; null before the first one. `itemId`: what was made is kept, and sent, under this id. */
type Joining =
  | { readonly kind: 'making'; readonly at: { readonly page: number; readonly pages: number } | null }
  | { readonly kind: 'made'; readonly itemId: ItemId; readonly conversion: Conversion }
  | ({ readonly kind: 'fault' } & JoinTrouble);

/** New documents, in this order; or one that was joined before, and lost its PDF. */
type ToJoin = { readonly parts: readonly ItemId[]; readonly whole: ItemId | null };

const BEGUN: Joining = { kind: 'making', at: null };
/** Somebody who moves a picture moves it again at once. */
const MOVED_MS = 400;

/** Has the PDF made for as long as the caller is there, and anew in each order; one that leaves cancels it. */
function useJoining({ parts, whole }: ToJoin) {
  const { client } = useEngine();
  const [round, setRound] = useState(0);
  const order = parts.join(' ');
  const key = `${round} ${order}`;
  const [told, setTold] = useState<{ readonly key: string; readonly joining: Joining } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const tell = (joining: Joining) => left.signal.aborted || setTold({ key, joining });
    const of = { parts: order.split(' ') as ItemId[], whole };
    const begin = () =>
      void make(client, { of, tell, signal: left.signal }).catch(() => tell({ kind: 'fault', fault: 'broken', part: null }));
    const timer = setTimeout(begin, MOVED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [client, key, order, whole]);
  return {
    // What was told of another order, or of an earlier try, is of no use.
    joining: told?.key === key ? told.joining : BEGUN,
    again: () => setRound((before) => before + 1),
    fail: (fault: JoinTrouble['fault']) => setTold({ key, joining: { kind: 'fault', fault, part: null } }),
  };
}

type Making = { readonly of: ToJoin; readonly tell: (joining: Joining) => void; readonly signal: AbortSignal };

async function make(client: EngineClient, { of: { parts, whole }, tell, signal }: Making): Promise<void> {
  const { items } = client;
  const all = whole === null ? await items.join({ itemIds: [...parts] }, { signal }) : await items.convert({ itemId: whole }, { signal });
  for await (const news of all) {
    tell(joiningOf(news, whole));
    if (news.kind !== 'page') return;
  }
  tell({ kind: 'fault', fault: 'stopped', part: null });
}

function joiningOf(news: JoinNews | ConversionNews, whole: ItemId | null): Joining {
  if (news.kind === 'page') return { kind: 'making', at: { page: news.page, pages: news.pages } };
  if (news.kind === 'fault') return { part: null, ...news };
  const itemId = 'itemId' in news ? news.itemId : whole;
  return itemId === null ? { kind: 'fault', fault: 'broken', part: null } : { ...news, itemId };
}
