import { useId } from 'react';
import { Group } from 'react-aria-components';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { CONVERSION_GROUPS, type ConversionGroup } from '#shared/domain/folder/folder-conversions.ts';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../folders.module.css';

const PHOTOS: readonly string[] = [...(IS_HEIC_BUILT_IN ? ['HEIC'] : []), 'AVIF', 'WebP'];

type Props = { readonly ticked: Ticked; readonly onChange: (ticked: Ticked) => void };

/** What a folder converts and sends without asking: nothing, unless the user ticks it. */
export function ConversionTicks({ ticked, onChange }: Props) {
  const { t, list } = useI18n();
  const [label, text] = [useId(), useId()];
  return (
    <Group aria-labelledby={label} aria-describedby={text} className={styles['ticks'] ?? ''}>
      <p id={label} className={styles['ticks-label']}>
        {t('folders.settings.convert')}
      </p>
      {CONVERSION_GROUPS.map((group) => (
        <Toggle
          key={group}
          label={t(`folders.settings.convert.${group}`, group === 'photos' ? { formats: list(PHOTOS) } : {})}
          isSelected={ticked[group]}
          onChange={(isTicked) => onChange({ ...ticked, [group]: isTicked })}
        />
      ))}
      <p id={text} className={styles['ticks-text']}>
        {t('folders.settings.convert.text')}
      </p>
    </Group>
  );
}

export type Ticked = Readonly<Record<ConversionGroup, boolean>>;

/** What the folder converts without asking. */
export function tickedOf({ converts }: Folder): Ticked {
  return { photos: converts.photos !== null, tiff: converts.tiff !== null, 'too-large': converts['too-large'] !== null };
}
