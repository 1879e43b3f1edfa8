import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

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
