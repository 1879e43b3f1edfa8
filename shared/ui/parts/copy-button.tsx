import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Long enough to read it. */
const SHOWN_MS = 2_000;

/** `copied`: the button's label for a moment after it was pressed. */
export function CopyButton({ text, label, copied: done }: { readonly text: string; readonly label: string; readonly copied: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button look="icon" size="small" aria-label={copied ? done : label} onPress={() => void copyText(text).then(setCopied)}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </Button>
  );
}

/** Copies a text; true if it is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The shell grants pages no permissions, not even this one. The older API needs none after a click.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'off-screen';
  document.body.append(area);
  const before = document.activeElement;
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
