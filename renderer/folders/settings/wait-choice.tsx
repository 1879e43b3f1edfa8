import type { Folder } from '#shared/domain/folder/folder.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { waitsText } from './waits-text.ts';

const SECONDS_MAX = 120;
const BY = ['scanner', 'person'] as const;

/** What the person wants: as long as the scanner needs, or so many seconds. */
export type WantedWait = { readonly by: (typeof BY)[number]; readonly seconds: string };

type Props = { readonly folder: Folder; readonly wait: WantedWait; readonly onChange: (wait: WantedWait) => void };

/** How long a file has to be unchanged before it counts as finished: Intray learns it from the scanner, unless a person sets it. */
export function WaitChoice({ folder, wait, onChange }: Props) {
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

export function wantedWait({ settleMs, waits }: Folder): WantedWait {
  return { by: waits.kind === 'chosen' ? 'person' : 'scanner', seconds: String(settleMs / SECOND_MS) };
}

/**
 * Milliseconds; null for as long as the scanner needs, undefined if the text is not a valid number of seconds. A shorter time set from the command line stays
 * unless it is edited.
 */
export function waitOf({ by, seconds }: WantedWait, folder: Folder): number | null | undefined {
  if (by === 'scanner') return null;
  const value = Number(seconds.trim().replace(',', '.'));
  if (value * SECOND_MS === folder.settleMs) return folder.settleMs;
  return value >= 1 && value <= SECONDS_MAX ? Math.round(value * SECOND_MS) : undefined;
}
