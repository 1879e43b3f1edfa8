import { type FormEvent, useState } from 'react';
import { unreachable } from '#shared/lib/unreachable.ts';
import switchesStyles from '../switches.module.css';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../i18n.tsx';
import type { Kind } from './kind-of.ts';

type Props = {
  readonly name: string;
  readonly kind: Kind;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

/** A choice of a few values applies at once; typed text is saved when the person asks for it. */
export function SwitchEditor({ name, kind, value, onChange }: Props) {
  switch (kind.kind) {
    case 'yes-no':
      return <Toggle label={name} labelled="heard" isSelected={value === true} onChange={onChange} />;
    case 'one-of': {
      const options = kind.values.map((one) => ({ value: String(one), label: String(one) }));
      const choose = (chosen: string) => onChange(kind.values.find((one) => String(one) === chosen));
      return <Choice label={name} labelled="heard" options={options} value={String(value)} onChange={choose} />;
    }
    case 'number':
    case 'text':
    case 'json':
      return <Written name={name} kind={kind} value={value} onChange={onChange} />;
    default:
      return unreachable(kind);
  }
}

function Written({ name, kind, value, onChange }: Props & { readonly kind: Kind }) {
  const { t } = useI18n();
  const [text, setText] = useState(() => textOf(kind, value));
  const [error, setError] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = readText(kind, text);
    if (read === undefined) return setError(t('console.switch.not-json'));
    setError(null);
    onChange(read);
  };
  const isJson = kind.kind === 'json';
  return (
    <form className={switchesStyles['written']} onSubmit={save}>
      <TextField
        label={name}
        labelled="heard"
        lines={isJson ? 'many' : 'one'}
        inputMode={kind.kind === 'number' ? 'numeric' : 'text'}
        {...(isJson ? { hint: t('console.switch.json') } : {})}
        value={text}
        onChange={setText}
        error={error}
      />
      <Button size="small" type="submit" aria-label={t('console.switch.save-of', { name })} isDisabled={text === textOf(kind, value)}>
        {t('console.switch.save')}
      </Button>
    </form>
  );
}

function textOf(kind: Kind, value: unknown): string {
  if (kind.kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `undefined` if it is not JSON. Whether the value is valid is for the sandbox to decide. */
function readText(kind: Kind, text: string): unknown {
  if (kind.kind === 'text') return text === '' && kind.nullable ? null : text;
  if (kind.kind === 'number' && text.trim() === '') return kind.nullable ? null : undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The field shows the error.
    return undefined;
  }
}
