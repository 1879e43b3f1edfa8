import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { FORMATS, sentInPlace } from '#shared/domain/item/sending/sent-name.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { MoreAbout } from '../parts/more-about.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';
import type { ItemDetail } from '#shared/app-api/views.ts';
import { goTo } from '../frame/place.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { EarlierButton } from './actions/sent-buttons.tsx';
import { useMutation } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { mayNote, NOTE_CHARACTERS_MAX, noteExcess, noteToSend, ownNumberLine } from '#shared/domain/item/note.ts';
import type { NoteFault } from '#shared/app-api/faults.ts';
import { NoteField } from '../parts/note-fields.tsx';
import { useEngine } from '../link/engine.ts';

export function DocumentFacts({ item, company }: { readonly item: Item; readonly company: Company | null }) {
  const { t, bytes } = useI18n();
  return (
    <details className={styles['details']}>
      <summary className={look['heading']}>{t('document.facts')}</summary>
      <dl className={styles['facts']}>
        {company !== null && <Fact name={t('document.company')} value={<CompanyName company={company} />} />}
        {item.importType !== null && (
          <>
            <Fact name={t('document.type')} value={<Type of={item.importType} />} />
            <Fact name={t('document.size')} value={bytes(item.bytes)} />
          </>
        )}
        {item.ownNumber !== undefined && (
          <Fact name={t('document.own-number')} value={<Copyable text={item.ownNumber} label={t('document.own-number.copy')} />} />
        )}
        <SentAs item={item} />
        <SentBy item={item} />
      </dl>
      {(item.sha256 !== null || item.reference !== null) && <TechnicalFacts item={item} />}
    </details>
  );
}

/** A name of its own, or the version that was sent in the file's place; which one another computer sent is not known. */
function SentAs({ item }: { readonly item: Item }) {
  const { t, bytes } = useI18n();
  const { name, sentName } = item;
  const label = t('document.sent-name');
  const version = sentInPlace(item);
  if (version === 'unknown') return <Fact name={label} value={t('conversion.sent-as.unknown')} />;
  if (version === null) return sentName === name ? null : <Fact name={label} value={<bdi>{sentName}</bdi>} />;
  const { mediaType, pages: count, bytes: size } = version;
  return <Fact name={label} value={t('conversion.sent-as', { name: sentName, kind: FORMATS[mediaType], count, size: bytes(size) })} />;
}

/** Who sent it, as the service was told (C52). Another computer told it an address that is not known here. */
function SentBy({ item: { reference, sentBy = null, sentElsewhere } }: { readonly item: Item }) {
  const { t } = useI18n();
  return reference === null || sentElsewhere || sentBy === null ? null : <Fact name={t('document.sent-by')} value={<bdi>{sentBy}</bdi>} />;
}

/** Only needed to prove which file it was, or to find a fault. */
function TechnicalFacts({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const version = sentInPlace(item);
  return (
    <MoreAbout label={t('refusal.technical')}>
      <dl className={styles['facts']}>
        {item.reference !== null && (
          <Fact name={t('document.reference')} value={<Copyable text={item.reference} label={t('document.reference.copy')} />} />
        )}
        {item.sha256 !== null && item.parts === undefined && (
          <Fact
            name={t(version === null ? 'document.fingerprint' : 'conversion.fingerprint.file')}
            value={<Copyable text={item.sha256} label={t('document.fingerprint.copy')} />}
          />
        )}
        {version !== null && <Fact name={t('conversion.fingerprint.sent')} value={<VersionFingerprint of={version} />} />}
      </dl>
    </MoreAbout>
  );
}

/** What another computer sent has no fingerprint that is known here. */
function VersionFingerprint({ of }: { readonly of: Exclude<ReturnType<typeof sentInPlace>, null> }) {
  const { t } = useI18n();
  if (of === 'unknown') return t('conversion.fingerprint.unknown');
  return <Copyable text={of.sha256} label={t('conversion.fingerprint.sent.copy')} />;
}

function Type({ of }: { readonly of: Folder['importType'] }) {
  const { t } = useI18n();
  return (
    <span className={styles['type']}>
      <TypeIcon type={of} />
      {t(`import-type.invoice.${of}`)}
    </span>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useI18n();
  return (
    <span className={styles['copyable']}>
      <code>{text}</code>
      <CopyButton text={text} label={label} copied={t('common.copied')} />
    </span>
  );
}

/** A changed file is another document: links lead from each to the other. */
export function DocumentLinks({ detail }: { readonly detail: ItemDetail }) {
  const { t } = useI18n();
  const { sentBefore, replaces } = detail.item;
  const before = sentBefore === undefined || sentBefore.itemId === replaces ? null : sentBefore;
  const links = [
    { key: 'document.replaces', itemId: replaces },
    // Of a refusal, the correction is named first of all.
    { key: 'document.replaced-by', itemId: detail.item.state.kind === 'refused' ? null : detail.replacedBy },
  ] as const;
  if (before === null && links.every(({ itemId }) => itemId === null)) return null;
  return (
    <section>
      <h3 className={look['heading']}>{t('document.versions')}</h3>
      {links.map(({ key, itemId }) =>
        itemId === null ? null : (
          <div key={key} className={styles['actions']}>
            <p>{t(key)}</p>
            <Button size="small" onPress={() => goTo({ kind: 'documents', itemId })}>
              {t(`${key}.open`)}
            </Button>
          </div>
        ),
      )}
      {before !== null && (
        <div className={styles['actions']}>
          <p>{t('sent-before.link')}</p>
          <EarlierButton itemId={before.itemId} />
        </div>
      )}
    </section>
  );
}

/** The note that goes to the accountant with the document: editable until it is sent, read-only afterwards. */
export function DocumentNote({ detail: { item, folderNote } }: { readonly detail: Pick<ItemDetail, 'item' | 'folderNote'> }) {
  const { t } = useI18n();
  const [isWriting, setWriting] = useState(false);
  const isOpen = mayNote(item);
  // Of a document that cannot be sent as it is, the dialog that has a version sent asks for the note.
  const isOffered = isOpen && item.state.kind !== 'unfit';
  const ofFolder = isOpen ? folderNote : item.folderNote;
  const file = item.noteFile;
  const isNumbered = item.ownNumber !== undefined && (isOpen || (item.reference !== null && !item.sentElsewhere));
  const isSilent = file?.became !== 'late' && item.comment === undefined && ofFolder === undefined && !isNumbered;
  if (!isOffered && isSilent && !isWriting) return null;
  return (
    <section>
      <h3 className={look['heading']}>{t('document.note.title')}</h3>
      {!isWriting && item.comment !== undefined && <Said text={item.comment} item={item} />}
      {isWriting && <Writing item={item} onDone={() => setWriting(false)} />}
      {(file?.became === 'taken' || file?.became === 'own' || file?.became === 'late') && (
        <p className={styles['when']}>{t(`document.note.file.${file.became}`, { name: file.name })}</p>
      )}
      {isNumbered && <OfNumber item={item} isSent={!isOpen} />}
      {ofFolder !== undefined && <OfFolder item={item} text={ofFolder} isSent={!isOpen} />}
      {isOpen && !isWriting && (
        <Button size="small" onPress={() => setWriting(true)}>
          <MessageSquarePlus size={16} aria-hidden />
          {t(item.comment === undefined ? 'document.note.add' : 'document.note.change')}
        </Button>
      )}
    </section>
  );
}

function Said({ text, item }: { readonly text: string; readonly item: Item }) {
  const { t } = useI18n();
  const said = item.sentElsewhere ? 'document.note.elsewhere' : item.reference === null ? null : 'document.note.sent';
  return (
    <>
      {said !== null && <p className={styles['when']}>{t(said)}</p>}
      <p className={styles['note']}>
        <bdi>{text}</bdi>
      </p>
    </>
  );
}

const FAULTS = {
  'not-found': 'document.not-found',
  'too-late': 'document.note.too-late',
  'not-to-be-sent': 'document.note.not-to-be-sent',
} as const satisfies Record<NoteFault['kind'], string>;
type OfFolderProps = { readonly item: Item; readonly text: string; readonly isSent: boolean };

/** What the folder adds, unless both notes together are too long. */
function OfFolder({ item, text, isSent }: OfFolderProps) {
  const { t, number } = useI18n();
  if (noteToSend(item.comment, text, item.ownNumber).isFolderLeftOut) {
    return <p className={styles['when']}>{t('document.note.folder.left-out', { most: number(NOTE_CHARACTERS_MAX) })}</p>;
  }
  return (
    <>
      <p className={styles['when']}>{t(isSent ? 'document.note.folder.sent' : 'document.note.folder')}</p>
      <p className={styles['note']}>
        <bdi>{text}</bdi>
      </p>
    </>
  );
}

/** The line with its number, unless that and its note are too long together. */
function OfNumber({ item: { comment, ownNumber = '' }, isSent }: Omit<OfFolderProps, 'text'>) {
  const { t, number } = useI18n();
  const isLeftOut = noteToSend(comment, undefined, ownNumber).isNumberLeftOut;
  return (
    <p className={styles['when']}>
      {isLeftOut
        ? t('document.note.number.left-out', { most: number(NOTE_CHARACTERS_MAX) })
        : t(isSent ? 'document.note.number.sent' : 'document.note.number', { line: ownNumberLine(ownNumber) })}
    </p>
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
  const fault = note.data?.ok === false ? note.data.failure.kind : null;
  return (
    <div ref={box} className={styles['writing']}>
      <NoteField
        label={t('document.note.title')}
        labelled="heard"
        hint={t('document.note.hint')}
        error={fault !== null ? t(FAULTS[fault]) : note.isError ? t('document.note.failed') : null}
        text={text}
        onChange={setText}
      />
      <div className={styles['actions']}>
        <Button size="small" onPress={onDone}>
          {t('common.cancel')}
        </Button>
        <Button
          size="small"
          look="primary"
          isPending={note.isPending}
          isDisabled={fault !== null || noteExcess(text) > 0}
          onPress={() => note.mutate({ itemId: item.id, text })}
        >
          {t('common.save')}
        </Button>
      </div>
    </div>
  );
}
