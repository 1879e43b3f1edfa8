import { Files, Settings } from 'lucide-react';
import { Button } from 'react-aria-components';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import styles from '#shared/look/frame.module.css';
import { goTo, type Place, usePlace } from './place.ts';

const PLACES = [
  { kind: 'documents', icon: Files, label: 'frame.documents' },
  { kind: 'settings', icon: Settings, label: 'frame.settings' },
] as const;

export function FrameBar() {
  const { t } = useSpeech();
  const here = usePlace();
  return (
    <nav className={styles['bar']}>
      <span className={styles['brand']}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        Intray
      </span>
      <span className={styles['places']}>
        {PLACES.map(({ kind, icon: Icon, label }) => (
          <Button
            key={kind}
            {...(here.kind === kind ? { 'aria-current': 'page' as const } : {})}
            onPress={() => goTo(placeOf(kind))}
            className={classNames(styles['place'])}
          >
            <Icon size={17} aria-hidden />
            {t(label)}
          </Button>
        ))}
      </span>
    </nav>
  );
}

function placeOf(kind: Place['kind']): Place {
  return kind === 'settings' ? { kind } : { kind, itemId: null };
}
