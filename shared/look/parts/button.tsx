import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import styles from '../button.module.css';
import { classNames } from './class-names.ts';

type Props = Omit<ButtonProps, 'className' | 'style' | 'children'> & {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'icon';
  readonly size?: 'normal' | 'small';
  readonly children: ReactNode;
};

export function Button({ look = 'plain', size = 'normal', ...rest }: Props) {
  return <AriaButton {...rest} className={classNames(styles['button'], styles[look], styles[size])} />;
}
