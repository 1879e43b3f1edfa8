import type { ReactNode } from 'react';
import { hashOf, type PageAddress } from './place.ts';
import styles from './rail.module.css';

type Props = {
  readonly to: PageAddress;
  readonly name: string;
  readonly icon: ReactNode;
  /** `part`: the page shows a part of this place, which has a link of its own. */
  readonly current?: 'page' | 'part' | false;
  /** Shown only to whoever stops at it. */
  readonly more?: string | undefined;
  readonly children?: ReactNode;
};

/** One thing on the rail: icon, name, count. In the folded rail the name is its tooltip, and remains its accessible name. */
export function RailLink({ to, name, icon, current = false, more, children }: Props) {
  return (
    <a
      href={hashOf(to)}
      className={styles['link']}
      title={more}
      {...(current === false ? {} : { 'aria-current': current === 'page' ? ('page' as const) : ('true' as const) })}
    >
      <span className={styles['icon']}>{icon}</span>
      <span className={styles['label']}>
        <bdi>{name}</bdi>
      </span>
      {children}
    </a>
  );
}
