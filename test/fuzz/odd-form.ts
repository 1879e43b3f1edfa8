import type { Dice } from '#test/sim/plan/dice.ts';
import { type Body, bytesOfBody, type FormPart } from './asked.ts';
import { oddText } from './odd-texts.ts';

type Form = Extract<Body, { readonly kind: 'form' }>;

const HEADS = [
  '',
  'Content-Disposition: form-data',
  'Content-Disposition: form-data; name=',
  'Content-Disposition: form-data; name="',
  'Content-Disposition: form-data; name="file"; name="filename"',
  'Content-Disposition: attachment; name="file"',
  "Content-Disposition: form-data; name*=UTF-8''file",
  'Content-Disposition: form-data; name="file"; filename="\0"',
  'Content-Disposition: form-data; name="__proto__"',
  'content-disposition:form-data;name=comment',
  'Content-Disposition: form-data; name="comment"\r\nContent-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="comment"\r\nContent-Type: text/plain; charset=utf-16',
  'Content-Disposition: form-data; name="entries"\r\nContent-Type: application/json',
  'Content-Type: multipart/mixed; boundary=C',
  ': a',
  'a b: c',
  `X: ${'a'.repeat(9_000)}`,
] as const;

/** The bytes of a form that differs from this one in something. */
export function oddForm(form: Form, dice: Dice): Buffer {
  const at = dice.below(form.parts.length);
  const part = form.parts[at];
  const others = form.parts.filter((_, place) => place !== at);
  if (part === undefined) return bytesOfBody(form);
  const changed = (to: readonly FormPart[]): Buffer => bytesOfBody({ ...form, parts: to });
  const text = bytesOfBody(form).toString('latin1');
  switch (dice.below(12)) {
    case 0:
      return changed(others);
    case 1:
      return changed([...form.parts, part]);
    case 2:
      return changed([...others, { ...part, head: dice.one(HEADS) }]);
    case 3:
      return changed([...others, { ...part, bytes: Buffer.from(oddText(dice)) }]);
    case 4:
      return changed([...others, { ...part, head: part.head.replace(/name="\w+"/, `name="${oddText(dice)}"`) }]);
    case 5:
      return changed(Array.from({ length: dice.one([0, 65, 300]) }, () => part));
    case 6:
      return rewritten(text.replaceAll('\r\n', '\n'));
    case 7:
      return rewritten(text.replace(`--${form.boundary}--`, `--${form.boundary}`));
    case 8:
      return rewritten(text.replace(`--${form.boundary}\r\n`, `--${form.boundary} \t\r\n`));
    case 9:
      return rewritten(`${oddText(dice)}${text}${oddText(dice)}`);
    case 10:
      return changed([...others, { ...part, bytes: Buffer.from(`\r\n--${form.boundary}`) }]);
    default:
      return rewritten(text.replaceAll(form.boundary, dice.one([`${form.boundary}x`, form.boundary.toLowerCase(), '', '-'])));
  }
}

function rewritten(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
