import { X } from 'lucide-react';
import { Button } from '#shared/look/parts/button.tsx';
import { type Speech, useSpeech } from '../speech/speech.tsx';
import styles from './documents-page.module.css';
import type { Told } from './use-list-actions.ts';

/** What came of the last action, until the person takes it away or does something else. */
export function ToldLine({ told, onForget }: { readonly told: Told; readonly onForget: () => void }) {
  const speech = useSpeech();
  return (
    <div className={styles['told']}>
      <output>{inWords(told, speech)}</output>
      <Button look="icon" size="small" aria-label={speech.t('common.close')} onPress={onForget}>
        <X size={15} aria-hidden />
      </Button>
    </div>
  );
}

function inWords(told: Told, { t }: Speech): string {
  switch (told.kind) {
    case 'sent-again':
    case 'allowed':
    case 'put-aside':
    case 'settled':
    case 'unsettled':
    case 'taken': {
      const done = t(`list.told.${told.kind}`, { count: told.count });
      return told.missing === 0 ? done : `${done} ${t('list.told.missing', { count: told.missing })}`;
    }
    case 'no-folder':
      return t('document.reveal-none');
    case 'number-copied':
      return t('list.told.number-copied');
    case 'failed':
    default:
      return t('list.told.failed');
  }
}
