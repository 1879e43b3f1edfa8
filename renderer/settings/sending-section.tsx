import { ASK_AFTER_DAYS_MAX, CHECK_MINUTES_MAX, PARALLEL_UPLOADS_MAX, type Settings } from '#shared/app-api/settings.ts';
import type { AppInfo } from '#shared/app-api/views.ts';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { type ChangeSettings, SettingsPart } from './settings-part.tsx';
import { Minus, Plus } from 'lucide-react';
import { Group, Input, Label, NumberField, Text } from 'react-aria-components';
import fieldStyles from '#shared/ui/field.module.css';
import { FieldButton } from '#shared/ui/parts/text-field.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './settings.module.css';

type Props = { readonly settings: Settings; readonly info: AppInfo; readonly change: ChangeSettings };

export function SendingSection({ settings, info, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Sending settings={settings} info={info} change={change} />
      <SettingsPart title={t('settings.answers')}>
        <NumberSetting
          label={t('settings.ask-after')}
          hint={t('settings.ask-after.text')}
          fewer={t('settings.ask-after.fewer')}
          more={t('settings.ask-after.more')}
          value={settings.askAfterDays}
          most={ASK_AFTER_DAYS_MAX}
          save={(askAfterDays) => change({ askAfterDays })}
        />
        <NumberSetting
          label={t('settings.check')}
          hint={t('settings.check.text', { max: CHECK_MINUTES_MAX })}
          fewer={t('settings.check.fewer')}
          more={t('settings.check.more')}
          value={settings.checkMinutes}
          most={CHECK_MINUTES_MAX}
          save={(checkMinutes) => change({ checkMinutes })}
        />
      </SettingsPart>
    </>
  );
}

function Sending({ settings, info, change }: Props) {
  const { t } = useI18n();
  return (
    <SettingsPart title={t('settings.sending')}>
      <NumberSetting
        label={t('settings.parallel')}
        hint={t('settings.parallel.text', { max: PARALLEL_UPLOADS_MAX })}
        fewer={t('settings.parallel.fewer')}
        more={t('settings.parallel.more')}
        value={settings.parallelUploads}
        most={PARALLEL_UPLOADS_MAX}
        save={(parallelUploads) => change({ parallelUploads })}
      />
      {info.hasBattery === true && (
        <Toggle
          label={t('settings.battery')}
          hint={t('settings.battery.text')}
          isSelected={settings.waitOnBattery}
          onChange={(waitOnBattery) => change({ waitOnBattery })}
        />
      )}
    </SettingsPart>
  );
}

type NumberSettingProps = {
  readonly label: string;
  readonly hint: string;
  /** Accessible names of the two buttons, which say what gets less or more. */
  readonly fewer: string;
  readonly more: string;
  readonly value: number;
  /** The maximum; the minimum is 1. */
  readonly most: number;
  readonly save: (value: number) => void;
};

/** A whole number, saved on each valid change. */
function NumberSetting({ label, hint, fewer, more, value, most, save }: NumberSettingProps) {
  return (
    <NumberField
      value={value}
      minValue={1}
      maxValue={most}
      onChange={(changed) => Number.isInteger(changed) && save(changed)}
      className={classNames(fieldStyles['field'])}
    >
      <Label className={classNames(fieldStyles['label'])}>{label}</Label>
      <Group className={classNames(styles['number'])}>
        <FieldButton slot="decrement" look="plain" aria-label={fewer}>
          <Minus size={16} aria-hidden />
        </FieldButton>
        <Input className={classNames(fieldStyles['input'])} />
        <FieldButton slot="increment" look="plain" aria-label={more}>
          <Plus size={16} aria-hidden />
        </FieldButton>
      </Group>
      <Text slot="description" className={classNames(fieldStyles['hint'])}>
        {hint}
      </Text>
    </NumberField>
  );
}
