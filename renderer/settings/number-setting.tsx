import { Minus, Plus } from 'lucide-react';
import { Group, Input, Label, NumberField, Text } from 'react-aria-components';
import fieldStyles from '#shared/ui/field.module.css';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './settings.module.css';

type Props = {
  readonly label: string;
  readonly hint: string;
  /** Accessible names of the two buttons, which say what gets less or more. */
  readonly fewer: string;
  readonly more: string;
  readonly value: number;
  /** The maximum; the minimum is 1. */
  readonly most: number;
  readonly save: (value: number) => void;
};

/** A whole number, saved on each valid change. */
export function NumberSetting({ label, hint, fewer, more, value, most, save }: Props) {
  return (
    <NumberField
      value={value}
      minValue={1}
      maxValue={most}
      onChange={(changed) => Number.isInteger(changed) && save(changed)}
      className={classNames(fieldStyles['field'])}
    >
      <Label className={classNames(fieldStyles['label'])}>{label}</Label>
      <Group className={classNames(styles['number'])}>
        <Button slot="decrement" aria-label={fewer}>
          <Minus size={16} aria-hidden />
        </Button>
        <Input className={classNames(fieldStyles['input'])} />
        <Button slot="increment" aria-label={more}>
          <Plus size={16} aria-hidden />
        </Button>
      </Group>
      <Text slot="description" className={classNames(fieldStyles['hint'])}>
        {hint}
      </Text>
    </NumberField>
  );
}
