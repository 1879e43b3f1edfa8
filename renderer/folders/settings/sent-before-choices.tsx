import { useId } from 'react';
import { Group } from 'react-aria-components';
import { SENT_BEFORE_WAYS, type SentBeforeRules, sentBeforeRuleSchema } from '#shared/domain/item/sent-before/sent-before.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../folders.module.css';

type Props = { readonly rules: SentBeforeRules; readonly onChange: (rules: SentBeforeRules) => void };

/** What a folder does with documents that are like one that was sent before: it asks, unless the person chooses something else. */
export function SentBeforeChoices({ rules, onChange }: Props) {
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
