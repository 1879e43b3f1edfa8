import styles from '../console.module.css';
import switchesStyles from '../switches.module.css';
import type { SwitchSchema } from '../control/answers.ts';
import { useControlAction } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { ActionFault } from '../parts/action-fault.tsx';
import { useI18n } from '../i18n.tsx';
import { kindOf } from './kind-of.ts';
import { SwitchEditor } from './switch-editor.tsx';

type Props = {
  readonly name: string;
  readonly schema: SwitchSchema;
  readonly value: unknown;
  readonly description: string;
  readonly isChanged: boolean;
};

export function SwitchRow({ name, schema, value, description, isChanged }: Props) {
  const { t } = useI18n();
  const action = useControlAction();
  const set = (changed: unknown) => action.mutate({ method: 'PATCH', path: '/switches', body: { [name]: changed } });
  const written = JSON.stringify(schema.default);
  return (
    <li className={classNames(switchesStyles['switch'], isChanged && switchesStyles['changed'])}>
      <div className={switchesStyles['switch-words']}>
        <h3 className={switchesStyles['switch-name']}>
          <code>{name}</code>
        </h3>
        <p className={styles['quiet']}>{description}</p>
        <p className={styles['quiet']}>{t('console.switch.default', { value: written })}</p>
      </div>
      <div className={switchesStyles['editor']}>
        {/* Mounted again when the value changes elsewhere, so that a draft is never older than the value it replaces. */}
        <SwitchEditor key={JSON.stringify(value)} name={name} kind={kindOf(schema)} value={value} onChange={set} />
        {isChanged && (
          <Button look="quiet" size="small" aria-label={t('console.switch.reset-of', { name })} onPress={() => set(schema.default)}>
            {t('console.switch.reset')}
          </Button>
        )}
        <ActionFault error={action.error} />
      </div>
    </li>
  );
}
