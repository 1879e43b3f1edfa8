import { Minus, Plus } from 'lucide-react';
import { Group, Input, Label, NumberField, Text } from 'react-aria-components';
import { ASK_AFTER_DAYS_MAX } from '#shared/app-api/settings.ts';
import fieldStyles from '#shared/look/field.module.css';
import { Button } from '#shared/look/parts/button.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import styles from './settings.module.css';
import type { ChangeSettings } from './use-change-settings.ts';

/** The person's patience for the accountant's answers, in days. */
export function AskAfterSetting({ value, change }: { readonly value: number; readonly change: ChangeSettings }) {
  const { t } = useSpeech();
  return (
    <NumberField
      value={value}
      minValue={1}
      maxValue={ASK_AFTER_DAYS_MAX}
      onChange={(askAfterDays) => Number.isInteger(askAfterDays) && change({ askAfterDays })}
      className={classNames(fieldStyles['field'])}
    >
      <Label className={classNames(fieldStyles['label'])}>{t('settings.ask-after')}</Label>
      <Group className={classNames(styles['number'])}>
        <Button slot="decrement" aria-label={t('settings.ask-after.fewer')}>
          <Minus size={16} aria-hidden />
        </Button>
        <Input className={classNames(fieldStyles['input'])} />
        <Button slot="increment" aria-label={t('settings.ask-after.more')}>
          <Plus size={16} aria-hidden />
        </Button>
      </Group>
      <Text slot="description" className={classNames(fieldStyles['hint'])}>
        {t('settings.ask-after.text')}
      </Text>
    </NumberField>
  );
}
