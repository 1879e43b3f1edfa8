import { useState } from 'react';
import { TextField } from '#shared/ui/parts/text-field.tsx';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string | null;
  /** The error for a text that cannot be saved; null if it can. */
  readonly wrong?: (text: string) => string | null;
  readonly save: (text: string | null) => void;
};

/** A text, saved when the person leaves the field; an empty one is saved as null. */
export function SavedText({ label, hint, value, wrong, save }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value ?? '';
  const trimmed = text.trim();
  const error = trimmed === '' ? null : (wrong?.(trimmed) ?? null);
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      error={error}
      maxLength={300}
      value={text}
      onChange={setTyped}
      onBlur={() => {
        if (typed === null || error !== null) return;
        if (trimmed !== (value ?? '')) save(trimmed === '' ? null : trimmed);
        setTyped(null);
      }}
    />
  );
}
