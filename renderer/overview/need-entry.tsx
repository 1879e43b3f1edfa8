import { CircleAlert, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import styles from './need-entry.module.css';
import row from './to-do/row.module.css';
import { Button } from '#shared/ui/parts/button.tsx';
import { goTo, type PageAddress } from '../frame/place.ts';

type Props = {
  /** `bad`: something has stopped; `warn`: it waits for the user; `calm`: information only. */
  readonly tone: 'bad' | 'warn' | 'calm';
  readonly title: string;
  readonly facts?: ReactNode;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
};

const ICONS = { bad: CircleX, warn: CircleAlert, calm: Info } as const;

/** One thing that is no document: a sentence, what to do, and the buttons. */
export function NeedEntry({ tone, title, facts, text, actions }: Props) {
  const Icon = ICONS[tone];
  return (
    <li>
      <Row
        sign={<Icon size={20} aria-hidden className={classNames(styles['icon'], tones[tone])} />}
        title={title}
        facts={facts}
        text={text}
        endings={actions}
      />
    </li>
  );
}

type LinkButtonProps = { readonly to: PageAddress; readonly look?: 'primary' | 'plain'; readonly children: ReactNode };

/** Links to another page of the window. */
export function LinkButton({ to, look = 'plain', children }: LinkButtonProps) {
  return (
    <Button look={look} size="small" onPress={() => goTo(to)}>
      {children}
    </Button>
  );
}

type RowProps = {
  /** Drawn at the left; the words say the same. */
  readonly sign: ReactNode;
  readonly title: ReactNode;
  /** Company, type and age. */
  readonly facts?: ReactNode;
  readonly text?: ReactNode;
  /** The quiet ending, then the mending one. */
  readonly endings?: ReactNode;
  readonly isEnded?: boolean;
};

/** One thing to do, or to know: what it is, the reason, and how it ends. */
export function Row({ sign, title, facts, text, endings, isEnded = false }: RowProps) {
  return (
    <div className={classNames(row['row'], isEnded && row['ended'])}>
      {sign}
      <div className={row['words']}>
        <div className={row['line']}>
          <h3 className={row['title']}>{title}</h3>
          {facts !== undefined && <span className={row['facts']}>{facts}</span>}
        </div>
        {text !== undefined && <div className={row['text']}>{text}</div>}
      </div>
      {endings !== undefined && <div className={row['endings']}>{endings}</div>}
    </div>
  );
}
