import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSpeech } from '../speech.tsx';
import { Button } from './button.tsx';

/** Long enough to be read. */
const SHOWN_MS = 2_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useSpeech();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // A browser that forbids it leaves the text to be selected by hand, which it can be.
      () => setCopied(false),
    );
  return (
    <Button look="icon" aria-label={copied ? t('console.copied') : label} onPress={() => void copy()}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </Button>
  );
}
