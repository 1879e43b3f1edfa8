import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField, type TextFieldProps } from 'react-aria-components';
import styles from '#shared/look/field.module.css';
import { classNames } from './class-names.ts';

type Props = Omit<TextFieldProps, 'className' | 'style' | 'children'> & {
  readonly label: string;
  readonly labelled?: 'seen' | 'heard';
  readonly hint?: string;
  readonly error?: string | null;
  readonly lines?: 'one' | 'many';
};

export function TextField({ label, labelled = 'seen', hint, error = null, lines = 'one', ...rest }: Props) {
  const heard = labelled === 'heard' ? { 'aria-label': label } : {};
  return (
    <AriaTextField {...rest} {...heard} isInvalid={error !== null} validationBehavior="aria" className={classNames(styles['field'])}>
      {labelled === 'seen' && <Label className={classNames(styles['label'])}>{label}</Label>}
      {lines === 'many' ? (
        <TextArea className={classNames(styles['input'])} spellCheck="false" />
      ) : (
        <Input className={classNames(styles['input'])} spellCheck="false" autoCapitalize="off" autoComplete="off" />
      )}
      {hint !== undefined && error === null && (
        <Text slot="description" className={classNames(styles['hint'])}>
          {hint}
        </Text>
      )}
      <FieldError className={classNames(styles['error'])}>{error}</FieldError>
    </AriaTextField>
  );
}
