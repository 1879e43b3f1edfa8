import { useState } from 'react';
import styles from '../console.module.css';
import switchesStyles from '../switches.module.css';
import { useControlAction, useDescription, useSwitches } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ActionFault } from '../parts/action-fault.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../i18n.tsx';
import { describe } from './describe.ts';
import { same } from './same.ts';
import { SwitchRow } from './switch-row.tsx';

/** The receiver is where the demonstration sends to, not how the service behaves. */
const KEPT = 'webhookUrl';

/** Every switch in the schema, with its default. The page itself knows none of them. */
export function SwitchesPlace() {
  const { t, language } = useI18n();
  const now = useSwitches().data;
  const schemas = useDescription().data?.components.schemas.Switches.properties;
  const action = useControlAction();
  const [sought, setSought] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  if (now === undefined || schemas === undefined) return null;
  const all = Object.entries(schemas).map(([name, schema]) => ({
    name,
    schema,
    value: now[name],
    description: describe({ name, schema, language }),
    isChanged: !same(now[name], schema.default),
  }));
  const changed = all.filter(({ isChanged }) => isChanged);
  const wanted = sought.trim().toLowerCase();
  const shown = (onlyChanged ? changed : all).filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  const toReset = changed.filter(({ name }) => name !== KEPT);
  const reset = () =>
    action.mutate({
      method: 'PATCH',
      path: '/switches',
      body: Object.fromEntries(toReset.map(({ name, schema }) => [name, schema.default])),
    });
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {changed.length === 0 ? t('console.switches.default') : t('console.switches.changed', { count: changed.length })}
        </h2>
        <Button size="small" isDisabled={toReset.length === 0 || action.isPending} onPress={reset}>
          {t('console.switches.reset')}
        </Button>
      </div>
      <ActionFault error={action.error} />
      <div className={styles['filters']}>
        <TextField type="search" label={t('console.switches.find')} labelled="seen" value={sought} onChange={setSought} />
        <Toggle label={t('console.switches.only-changed')} isSelected={onlyChanged} onChange={setOnlyChanged} />
      </div>
      {shown.length === 0 && <p className={styles['quiet']}>{t('console.switches.none')}</p>}
      <ul className={switchesStyles['switches']}>
        {shown.map((one) => (
          <SwitchRow key={one.name} {...one} />
        ))}
      </ul>
    </>
  );
}
