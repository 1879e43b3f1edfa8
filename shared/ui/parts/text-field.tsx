import {
  Button as AriaButton,
  type ButtonProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components';
import type { ReactNode } from 'react';
import buttonStyles from '../button.module.css';
import styles from '../field.module.css';
import { classNames } from './class-names.ts';

type Props = Omit<TextFieldProps, 'className' | 'style' | 'children'> & {
  readonly label: string;
  readonly labelled?: 'seen' | 'heard';
  readonly hint?: string;
  /** Shown below the field, which is then marked as invalid. */
  readonly error?: string | null;
  /** `few`: a sentence or two, in the letters of the page. */
  readonly lines?: 'one' | 'few' | 'many';
  /** An element beside the field, such as a button that reveals a secret. */
  readonly beside?: ReactNode;
};

export function TextField({ label, labelled = 'seen', hint, error = null, lines = 'one', beside, ...rest }: Props) {
  const heard = labelled === 'heard' ? { 'aria-label': label } : {};
  return (
    <AriaTextField {...rest} {...heard} isInvalid={error !== null} validationBehavior="aria" className={classNames(styles['field'])}>
      {labelled === 'seen' && <Label className={classNames(styles['label'])}>{label}</Label>}
      <div className={styles['row']}>
        {lines === 'one' ? (
          <Input className={classNames(styles['input'])} spellCheck="false" autoCapitalize="off" />
        ) : (
          <TextArea className={classNames(styles['input'], lines === 'few' && styles['few'])} spellCheck={lines === 'few'} />
        )}
        {beside}
      </div>
      {hint !== undefined && error === null && (
        <Text slot="description" className={classNames(styles['hint'])}>
          {hint}
        </Text>
      )}
      <FieldError className={classNames(styles['error'])}>{error}</FieldError>
    </AriaTextField>
  );
}

type FieldButtonProps = Pick<ButtonProps, 'slot' | 'aria-label'> & { readonly look?: 'plain' | 'icon'; readonly children: ReactNode };

/** A button whose field says what it does, and what it is called if it has no label: it empties a search, opens a calendar, counts up. */
export function FieldButton({ look = 'icon', ...rest }: FieldButtonProps) {
  return (
    <AriaButton {...rest} className={classNames(buttonStyles['button'], buttonStyles[look], look === 'icon' && buttonStyles['small'])} />
  );
}
