import { Minus, Plus } from 'lucide-react';
import { Group, Input, Label, NumberField, Text } from 'react-aria-components';
import { PARALLEL_UPLOADS_MAX } from '#shared/app-api/settings.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import fieldStyles from '#shared/look/field.module.css';
import { useSpeech } from '../speech/speech.tsx';
import styles from './settings.module.css';
import type { ChangeSettings } from './use-change-settings.ts';

export function ParallelSetting({ value, change }: { readonly value: number; readonly change: ChangeSettings }) {
  const { t } = useSpeech();
  return (
    <NumberField
      value={value}
      minValue={1}
      maxValue={PARALLEL_UPLOADS_MAX}
      onChange={(parallelUploads) => Number.isInteger(parallelUploads) && change({ parallelUploads })}
      className={classNames(fieldStyles['field'])}
    >
      <Label className={classNames(fieldStyles['label'])}>{t('settings.parallel')}</Label>
      <Group className={classNames(styles['number'])}>
        <Button slot="decrement" aria-label={t('settings.parallel.fewer')}>
          <Minus size={16} aria-hidden />
        </Button>
        <Input className={classNames(fieldStyles['input'])} />
        <Button slot="increment" aria-label={t('settings.parallel.more')}>
          <Plus size={16} aria-hidden />
        </Button>
      </Group>
      <Text slot="description" className={classNames(fieldStyles['hint'])}>
        {t('settings.parallel.text', { max: PARALLEL_UPLOADS_MAX })}
      </Text>
    </NumberField>
  );
}
