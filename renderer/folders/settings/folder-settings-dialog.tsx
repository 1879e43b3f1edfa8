import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AfterResult, Folder } from '#shared/domain/folder/folder.ts';
import { useEngine } from '../../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice, Toggle } from '#shared/ui/parts/choice.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { ConversionTicks, tickedOf } from './conversion-ticks.tsx';
import { EntriesSettings } from './entries-settings.tsx';
import styles from '../folders.module.css';
import { Group } from 'react-aria-components';
import { SENT_BEFORE_WAYS, type SentBeforeRules } from '#shared/domain/item/sent-before/sent-before.ts';
import { sentBeforeRuleSchema } from '../../link/schemas.ts';
import { PAIRS, type Pairs } from '#shared/domain/folder/folder-entries.ts';
import { isFolderNote, numberPatternFault } from '#shared/domain/item/note.ts';
import { FOLDER_NOTE_CHARACTERS_MAX } from '#shared/domain/item/note-schemas.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { TextField } from '#shared/ui/parts/text-field.tsx';

const AFTER = ['leave', 'move'] as const satisfies readonly AfterResult[];

/** Settings of one folder: how long a file must stay unchanged, and what happens to it after the accountant's answer. */
export function FolderSettingsDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [after, setAfter] = useState(folder.after);
  const [refusalNote, setRefusalNote] = useState(folder.refusalNote);
  const [subfolders, setSubfolders] = useState(folder.subfolders);
  const [converts, setConverts] = useState(() => tickedOf(folder));
  const [sentBefore, setSentBefore] = useState(folder.sentBefore);
  const [pairs, setPairs] = useState(folder.pairs);
  const [notes, setNotes] = useState(() => editedNotes(folder));
  const [wait, setWait] = useState(() => wantedWait(folder));
  const save = useMutation(queries.folders.change.mutationOptions({ onSuccess: onClose }));
  const settleMs = waitOf(wait, folder);
  const changed =
    settleMs === undefined || !mayBeSaved(notes)
      ? null
      : { folderId: folder.id, after, refusalNote, subfolders, converts, sentBefore, notes, pairs, settleMs };
  return (
    <DialogBox title={t('folders.settings.title')} onClose={onClose}>
      <p className={styles['full-path']}>
        <bdi>{folder.path}</bdi>
      </p>
      {folder.importType === 'entries' && <EntriesSettings folder={folder} />}
      <AfterChoice folder={folder} after={after} onChange={setAfter} />
      <Toggle label={t('folders.settings.note')} isSelected={refusalNote} onChange={setRefusalNote} />
      <Toggle label={t('folders.subfolders')} isSelected={subfolders} onChange={setSubfolders} />
      {/* Entries have no notes, and only a scan is converted, or has entries beside it. */}
      {folder.importType !== 'entries' && <NoteSettings notes={notes} onChange={setNotes} />}
      {folder.importType !== 'entries' && <PairsChoice pairs={pairs} onChange={setPairs} />}
      {folder.importType !== 'entries' && folder.pairs !== 'no' && <EntriesSettings folder={folder} />}
      {folder.importType !== 'entries' && <ConversionTicks ticked={converts} onChange={setConverts} />}
      <SentBeforeChoices rules={sentBefore} onChange={setSentBefore} />
      <WaitChoice folder={folder} wait={wait} onChange={setWait} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={changed === null}
          isPending={save.isPending}
          onPress={() => changed !== null && save.mutate(changed)}
        >
          {t('folders.settings.save')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

type AfterProps = { readonly folder: Folder; readonly after: AfterResult; readonly onChange: (after: AfterResult) => void };

function AfterChoice({ folder, after, onChange }: AfterProps) {
  const { t } = useI18n();
  // Folders that were made in another language, or by an earlier Intray, keep their names.
  const into = folder.resultFolders ?? { accepted: t('tidy.folder.accepted'), refused: t('tidy.folder.refused') };
  return (
    <>
      <Choice
        label={t('folders.settings.after')}
        options={AFTER.map((value) => ({ value, label: t(`folders.settings.after.${value}`, into) }))}
        value={after}
        onChange={onChange}
        asList
      />
      <p>{t('folders.settings.after.text')}</p>
    </>
  );
}

/** Whether entries beside a scan go with it (C43). */
function PairsChoice({ pairs, onChange }: { readonly pairs: Pairs; readonly onChange: (pairs: Pairs) => void }) {
  const { t } = useI18n();
  return (
    <>
      <Choice
        label={t('folders.settings.pairs')}
        options={PAIRS.map((value) => ({ value, label: t(`folders.settings.pairs.${value}`) }))}
        value={pairs}
        onChange={onChange}
        asList
      />
      <p>{t('folders.settings.pairs.text')}</p>
    </>
  );
}

type Props = { readonly rules: SentBeforeRules; readonly onChange: (rules: SentBeforeRules) => void };

/** What a folder does with documents that are like one that was sent before: it asks, unless the user chooses something else. */
function SentBeforeChoices({ rules, onChange }: Props) {
  const { t } = useI18n();
  const [label, text] = [useId(), useId()];
  const options = sentBeforeRuleSchema.options.map((value) => ({ value, label: t(`sent-before.rule.${value}`) }));
  return (
    <Group aria-labelledby={label} aria-describedby={text} className={styles['ticks'] ?? ''}>
      <p id={label} className={styles['ticks-label']}>
        {t('sent-before.settings')}
      </p>
      {SENT_BEFORE_WAYS.map((way) => (
        <Choice
          key={way}
          label={t(`sent-before.settings.${way}`)}
          options={options}
          value={rules[way]}
          onChange={(rule) => onChange({ ...rules, [way]: rule })}
        />
      ))}
      <p id={text} className={styles['ticks-text']}>
        {t('sent-before.settings.text')}
      </p>
    </Group>
  );
}

/** As they are edited. */
type EditedNotes = { readonly text: string; readonly holds: boolean; readonly beside: boolean; readonly numberPattern: string };

function editedNotes({ notes }: Pick<Folder, 'notes'>): EditedNotes {
  return { text: notes.text ?? '', holds: notes.holdsSince !== null, beside: notes.beside, numberPattern: notes.numberPattern ?? '' };
}

function mayBeSaved({ text, numberPattern }: Pick<EditedNotes, 'text' | 'numberPattern'>): boolean {
  return isFolderNote(text) && numberPatternFault(numberPattern) === null;
}

type NoteSettingsProps = { readonly notes: EditedNotes; readonly onChange: (notes: EditedNotes) => void };

/** What a folder does about the notes that go with its documents. */
function NoteSettings({ notes, onChange }: NoteSettingsProps) {
  const { t, number } = useI18n();
  const label = useId();
  const most = number(FOLDER_NOTE_CHARACTERS_MAX);
  const fault = numberPatternFault(notes.numberPattern);
  return (
    <Group aria-labelledby={label} className={styles['ticks'] ?? ''}>
      <p id={label} className={styles['ticks-label']}>
        {t('folders.settings.notes')}
      </p>
      <TextField
        label={t('folders.settings.notes.text')}
        lines="many"
        hint={t('folders.settings.notes.hint', { most })}
        error={isFolderNote(notes.text) ? null : t('folders.settings.notes.too-long', { most })}
        value={notes.text}
        onChange={(text) => onChange({ ...notes, text })}
      />
      <Toggle
        label={t('folders.settings.notes.hold')}
        hint={t('folders.settings.notes.hold.hint')}
        isSelected={notes.holds}
        onChange={(holds) => onChange({ ...notes, holds })}
      />
      <Toggle
        label={t('folders.settings.notes.beside')}
        hint={t('folders.settings.notes.beside.hint')}
        isSelected={notes.beside}
        onChange={(beside) => onChange({ ...notes, beside })}
      />
      <TextField
        label={t('folders.settings.number')}
        hint={t('folders.settings.number.hint')}
        error={fault === null ? null : t(`folders.settings.number.${fault}`)}
        value={notes.numberPattern}
        onChange={(numberPattern) => onChange({ ...notes, numberPattern })}
      />
    </Group>
  );
}

const SECONDS_MAX = 120;
const BY = ['scanner', 'user'] as const;

/** What the user wants: as long as the scanner needs, or so many seconds. */
type WantedWait = { readonly by: (typeof BY)[number]; readonly seconds: string };

type WaitChoiceProps = { readonly folder: Folder; readonly wait: WantedWait; readonly onChange: (wait: WantedWait) => void };

/** How long a file has to be unchanged before it counts as finished: Intray learns it from the scanner, unless a user sets it. */
function WaitChoice({ folder, wait, onChange }: WaitChoiceProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { by, seconds } = wait;
  return (
    <>
      <Choice
        label={t('folders.settings.wait')}
        options={BY.map((value) => ({ value, label: t(`folders.settings.wait.${value}`) }))}
        value={by}
        onChange={(value) => onChange({ ...wait, by: value })}
        asList
      />
      {by === 'scanner' ? (
        <p>{folder.waits.kind === 'chosen' ? t('folders.settings.wait.text') : waitsText(folder, i18n)}</p>
      ) : (
        <TextField
          label={t('folders.settings.settle')}
          hint={t('folders.settings.settle.text')}
          error={waitOf(wait, folder) === undefined ? t('folders.settings.settle.wrong') : null}
          value={seconds}
          onChange={(value) => onChange({ ...wait, seconds: value })}
          inputMode="numeric"
        />
      )}
    </>
  );
}

function wantedWait({ settleMs, waits }: Folder): WantedWait {
  return { by: waits.kind === 'chosen' ? 'user' : 'scanner', seconds: String(settleMs / SECOND_MS) };
}

/**
 * Milliseconds; null for as long as the scanner needs, undefined if the text is not a valid number of seconds. A shorter time set from the command line stays
 * unless it is edited.
 */
function waitOf({ by, seconds }: WantedWait, folder: Folder): number | null | undefined {
  if (by === 'scanner') return null;
  const value = Number(seconds.trim().replace(',', '.'));
  if (value * SECOND_MS === folder.settleMs) return folder.settleMs;
  return value >= 1 && value <= SECONDS_MAX ? Math.round(value * SECOND_MS) : undefined;
}

/** How long Intray waits for the scanner of a folder, and why. */
export function waitsText({ settleMs, waits }: Pick<Folder, 'settleMs' | 'waits'>, { t, number }: I18n): string {
  const seconds = number(Math.round(settleMs / SECOND_MS));
  return waits.kind === 'first' ? t('folders.waits.first', { seconds, count: waits.files }) : t(`folders.waits.${waits.kind}`, { seconds });
}
