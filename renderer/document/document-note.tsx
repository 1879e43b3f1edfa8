import { useMutation } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Item } from '#shared/domain/item/item.ts';
import { mayNote, NOTE_CHARACTERS_MAX } from '#shared/domain/item/note.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import look from '#shared/ui/panel.module.css';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './document-panel.module.css';

/** The note that goes to the accountant with the document: editable until it is sent, read-only afterwards. */
export function DocumentNote({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const [isWriting, setWriting] = useState(false);
  const isOpen = mayNote(item);
  if (!isOpen && item.comment === undefined && !isWriting) return null;
  return (
    <section>
      <h3 className={look['heading']}>{t('document.note.title')}</h3>
      {!isWriting && item.comment !== undefined && <Said text={item.comment} isSent={!isOpen} />}
      {isWriting && <Writing item={item} onDone={() => setWriting(false)} />}
      {isOpen && !isWriting && (
        <Button size="small" onPress={() => setWriting(true)}>
          <MessageSquarePlus size={16} aria-hidden />
          {t(item.comment === undefined ? 'document.note.add' : 'document.note.change')}
        </Button>
      )}
    </section>
  );
}

function Said({ text, isSent }: { readonly text: string; readonly isSent: boolean }) {
  const { t } = useI18n();
  return (
    <>
      {isSent && <p className={styles['when']}>{t('document.note.sent')}</p>}
      <p className={styles['note']}>
        <bdi>{text}</bdi>
      </p>
    </>
  );
}

function Writing({ item, onDone }: { readonly item: Item; readonly onDone: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(item.comment ?? '');
  // The button that opened this is gone, and the focus was lost with it.
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const note = useMutation(queries.items.note.mutationOptions({ onSuccess: (said) => said.ok && onDone() }));
  const isLate = note.data?.ok === false;
  return (
    <div ref={box} className={styles['writing']}>
      <TextField
        label={t('document.note.title')}
        labelled="heard"
        lines="many"
        hint={t('document.note.hint')}
        error={isLate ? t('document.note.too-late') : note.isError ? t('document.note.failed') : null}
        value={text}
        onChange={(to) => setText(to.slice(0, NOTE_CHARACTERS_MAX))}
      />
      <div className={styles['actions']}>
        <Button size="small" onPress={onDone}>
          {t('common.cancel')}
        </Button>
        <Button
          size="small"
          look="primary"
          isPending={note.isPending}
          isDisabled={isLate}
          onPress={() => note.mutate({ itemId: item.id, text })}
        >
          {t('common.save')}
        </Button>
      </div>
    </div>
  );
}
