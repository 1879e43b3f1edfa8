import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import listStyles from '../list.module.css';
import look from '#shared/ui/panel.module.css';
import { useI18n } from '../i18n.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';

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
