import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../../i18n/i18n.tsx';

type Props = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

/** Whether the answer about documents that are like sent ones holds for their folder from then on. */
export function AlwaysToggle({ isOn, onChange }: Props) {
  const { t } = useI18n();
  return <Toggle label={t('sent-before.always')} hint={t('sent-before.always.text')} isSelected={isOn} onChange={onChange} />;
}
