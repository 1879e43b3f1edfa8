import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import styles from '#shared/look/button.module.css';
import { classNames } from './class-names.ts';

type Props = Omit<ButtonProps, 'className' | 'style' | 'children'> & {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'icon';
  readonly size?: 'normal' | 'small';
  readonly children: ReactNode;
};

export function Button({ look = 'plain', size = 'small', ...rest }: Props) {
  return <AriaButton {...rest} className={classNames(styles['button'], styles[look], styles[size])} />;
}
