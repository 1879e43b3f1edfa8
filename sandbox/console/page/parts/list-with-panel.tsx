import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import listStyles from '../list.module.css';
import look from '#shared/ui/panel.module.css';
import { useI18n } from '../i18n.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from '../console.module.css';
import type { WallMs } from '#shared/lib/duration.ts';
import { NotDone, useClock } from '../control/use-control.ts';
import { Note } from '#shared/ui/parts/note.tsx';

type Panel = { readonly id: string; readonly label: string; readonly content: ReactNode };
type Props = { readonly list: ReactNode; readonly panel: Panel | null; readonly onClose: () => void };

/** A list, with the opened item beside it. Escape closes the item and returns the focus to the list. */
export function ListWithPanel({ list, panel, onClose }: Props) {
  return (
    <div className={classNames(listStyles['pair'], panel !== null && listStyles['with-panel'])}>
      <div className={listStyles['list']}>{list}</div>
      {panel !== null && <SidePanel key={panel.id} panel={panel} onClose={onClose} />}
    </div>
  );
}

function SidePanel({ panel, onClose }: { readonly panel: Panel; readonly onClose: () => void }) {
  const { t } = useI18n();
  const section = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    const element = section.current;
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    element?.focus();
    element?.addEventListener('keydown', hear);
    return () => {
      element?.removeEventListener('keydown', hear);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section ref={section} tabIndex={-1} className={look['panel']} aria-label={panel.label}>
      <div className={look['close']}>
        <Button look="icon" size="small" aria-label={t('console.close')} onPress={onClose}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      <div className={look['body']}>{panel.content}</div>
    </section>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: string }) {
  return (
    <div className={styles['empty']}>
      <p className={styles['name']}>{title}</p>
      {children !== undefined && <p className={styles['quiet']}>{children}</p>}
    </div>
  );
}

/** "2 hours ago" by the sandbox's own clock, with the exact moment as a tooltip. */
export function Age({ at }: { readonly at: WallMs }) {
  const { t, age, moment } = useI18n();
  const now = useClock().data?.now ?? at;
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {age(at, now) ?? t('console.now')}
    </time>
  );
}

/** Why an action failed; renders nothing without an error. */
export function ActionFault({ error }: { readonly error: Error | null }) {
  const { t } = useI18n();
  if (error === null) return null;
  const detail = error instanceof NotDone ? error.detail : error.name;
  return <Note tone="bad" spoken="alert" title={detail === null ? t('console.silent') : t('console.refused', { detail })} />;
}
