import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import type { AllowedEntries, EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useTell } from '../parts/notices/use-notices.tsx';
import styles from './entries-preview.module.css';
import type { EntryBook } from './entry-book.ts';
import { type Chosen, choiceOf, isSameChoice, Selected, type Sums } from './entry-choice.ts';
import { moneyText } from './line-in-words.ts';
import { hashLines } from './use-entries.ts';

type Props = {
  readonly item: Item;
  /** It was accepted, and is to be sent once more as it is read now. */
  readonly isTwice: boolean;
  readonly head: EntriesPreviewHead;
  readonly book: EntryBook;
  /** Without what was sent before, and with it. */
  readonly chosen: Chosen;
  readonly withAll: Chosen;
  readonly selected: Selected;
  readonly onAgain: () => void;
  readonly onSent: () => void;
};

/** Where somebody agrees to exactly the lines that are shown. */
export function EntriesFooter({ item, isTwice, head, book, chosen, withAll, selected, onAgain, onSent }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [byItself, setByItself] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isTwiceConfirmed, setTwiceConfirmed] = useState(false);
  const isOpen = !isTwice || isTwiceConfirmed;
  const { send, told } = useSend({ item, head, book, byItself, onSent });
  const all = useMemo(() => new Selected(book, withAll, head.repeated), [book, withAll, head]);
  const { twice } = all;
  const isTooLarge = (of: Chosen) => head.tooLarge !== null && 'cannot' in head.tooLarge && isSameChoice(head.choice, choiceOf(book, of));
  const { lines: count } = selected.totals.all;
  return (
    <footer className={styles['footer']}>
      {told !== null && <NotSent why={told} onAgain={onAgain} />}
      {isTwice && <Confirmed isTicked={isTwiceConfirmed} onChange={setTwiceConfirmed} />}
      {!isTwice && <ByItself head={head} isTicked={byItself} onChange={setByItself} />}
      <div className={styles['acts']}>
        {count === 0 && <p>{t('entries-preview.nothing')}</p>}
        {twice > 0 && (
          <Button isDisabled={!isOpen || isTooLarge(withAll)} onPress={() => setConfirming(true)}>
            {t('entries-preview.send-all')}
          </Button>
        )}
        <Button
          look="primary"
          isDisabled={!isOpen || count === 0 || isTooLarge(chosen)}
          isPending={send.isPending}
          onPress={() => send.mutate({ chosen, selected, twice: isTwice })}
        >
          <Send size={16} aria-hidden />
          {t(twice > 0 ? 'entries-preview.send-new' : 'entries-preview.send', {
            count,
            totals: totalsWords(selected.totals.all, book, i18n),
          })}
        </Button>
      </div>
      {isConfirming && (
        <TwiceDialog
          twice={twice}
          words={t('entries-preview.send', { count: all.totals.all.lines, totals: totalsWords(all.totals.all, book, i18n) })}
          isPending={send.isPending}
          onSend={() => send.mutate({ chosen: withAll, selected: all, twice: true }, { onSettled: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        />
      )}
    </footer>
  );
}

type NotSentProps = Pick<Props, 'onAgain'> & { readonly why: Exclude<AllowedEntries, 'allowed'> | 'failed' };

function NotSent({ why, onAgain }: NotSentProps) {
  const { t } = useI18n();
  const again = <Button onPress={onAgain}>{t('entries-preview.again')}</Button>;
  return <Note tone="warn" spoken="alert" title={t(`entries-preview.became.${why}`)} actions={again} />;
}

type TwiceProps = {
  /** How many of the lines were sent before. */
  readonly twice: number;
  readonly words: string;
  readonly isPending: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
};

/** What is booked twice is worse than what is late: once more, with the number. */
function TwiceDialog({ twice, words, isPending, onSend, onClose }: TwiceProps) {
  const { t } = useI18n();
  return (
    <DialogBox role="alertdialog" title={t('entries-preview.twice', { count: twice })} onClose={onClose}>
      <p>{t('entries-preview.twice.text')}</p>
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" isPending={isPending} onPress={onSend}>
          {words}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

type SendProps = Pick<Props, 'item' | 'book' | 'head'> & { readonly byItself: boolean; readonly onSent: () => void };
type Sent = { readonly chosen: Chosen; readonly selected: Selected; readonly twice: boolean };

function useSend({ item, head, book, byItself, onSent }: SendProps) {
  const { t } = useI18n();
  const { client } = useEngine();
  const tell = useTell();
  const send = useMutation({
    mutationFn: async ({ chosen, selected, twice }: Sent) =>
      client.items.allowEntries({
        itemId: item.id,
        linesSha256: await hashLines(book, selected.isSent),
        choice: choiceOf(book, chosen),
        ...(byItself && head.mayGoByItself ? { byItself } : {}),
        ...(twice ? { twice } : {}),
      }),
    onSuccess: ({ became }, { selected }) => {
      if (became !== 'allowed') return;
      tell({ words: t('entries-preview.told', { count: selected.totals.all.lines }) });
      onSent();
    },
  });
  const became = send.data?.became ?? null;
  return { send, told: send.isError ? ('failed' as const) : became === 'allowed' ? null : became };
}

/** "12.00 €", or both sides where they differ. */
function totalsWords({ debit, credit }: Sums, book: EntryBook, i18n: I18n): string {
  const money = (cents: bigint): string => moneyText(cents, i18n, book.currency);
  return debit === credit ? money(debit) : i18n.t('entries-preview.sides', { debit: money(debit), credit: money(credit) });
}

type ByItselfProps = Pick<Props, 'head'> & { readonly isTicked: boolean; readonly onChange: (isTicked: boolean) => void };

function ByItself({ head, isTicked, onChange }: ByItselfProps) {
  const { t } = useI18n();
  if (head.goesByItself) return <p className={styles['quiet']}>{t('entries-preview.by-itself.is')}</p>;
  if (!head.mayGoByItself) return null;
  return (
    <Tick isTicked={isTicked} onChange={onChange}>
      {t('entries-preview.by-itself')}
    </Tick>
  );
}

/** What is booked twice is sent only after this. */
function Confirmed(props: Omit<TickProps, 'children'>) {
  const { t } = useI18n();
  return <Tick {...props}>{t('entries-preview.anew.confirm')}</Tick>;
}

type TickProps = Omit<ByItselfProps, 'head'> & { readonly children: string };

function Tick({ isTicked, onChange, children }: TickProps) {
  const id = useId();
  return (
    <label className={styles['tick']} htmlFor={id}>
      <input id={id} type="checkbox" checked={isTicked} onChange={({ target }) => onChange(target.checked)} />
      <span>{children}</span>
    </label>
  );
}

/** Of an accepted document that is to be sent once more: its lines stay in the accountant's books until the accountant removes them. */
export function BookedTwiceNote({ item: { receivedAt, leftAt } }: Pick<Props, 'item'>) {
  const { t, moment } = useI18n();
  const at = receivedAt ?? leftAt;
  return (
    <Note tone="warn" title={t('entries-preview.anew')}>
      {at === null ? t('entries-preview.anew.text.undated') : t('entries-preview.anew.text', { moment: moment(at) })}
    </Note>
  );
}

type SentProps = Pick<Props, 'item' | 'head' | 'book' | 'selected'>;

/** In place of the question, for a document that nobody is asked about: what became of these lines, and whether they are those that were sent. */
export function SentNote({ item, head, book, selected }: SentProps) {
  const { t, moment } = useI18n();
  const [hash, setHash] = useState<string | null>(null);
  // Of a batch in parts, only the one that was sent last is known by its hash.
  const agreed = item.entries?.part === undefined ? item.entries?.linesSha256 : undefined;
  const isSent = item.leftAt !== null || item.receivedAt !== null;
  useEffect(() => {
    if (isSent && agreed !== undefined) void hashLines(book, selected.isSent).then(setHash);
  }, [isSent, agreed, book, selected]);
  if (head.errors.count > 0) return <Note tone="bad" title={t('entries-preview.only-errors')} />;
  const at = item.receivedAt ?? item.leftAt;
  if (!isSent || at === null) return <Note tone="calm" title={t('entries-preview.only-look')} />;
  const isCompared = hash !== null && agreed !== undefined;
  const isSame = hash === agreed;
  const text = isCompared ? t(isSame ? 'entries-preview.sent.same' : 'entries-preview.sent.different') : undefined;
  return (
    <Note tone={isCompared && !isSame ? 'warn' : 'calm'} title={t('entries-preview.sent', { moment: moment(at) })}>
      {text}
    </Note>
  );
}
