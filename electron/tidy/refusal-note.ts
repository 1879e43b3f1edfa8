import { datedResult } from '#shared/domain/results/weigh-results.ts';
import { engineWords } from '#shared/i18n/engine-words.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { TidyFile } from './store.ts';

/** Every editor on Windows, macOS and Linux shows it as a line end. */
const LINE_END = '\r\n';
/** Bidi isolates that the translator puts around foreign text for the window; in a plain file they would show as odd characters. */
const ISOLATES = /[\u2068\u2069]/g;

/** The text beside a refused file: what, when, the accountant's own words, and what to do. */
export function refusalNote(language: () => Language): (file: TidyFile) => string {
  return ({ relativePath, result, receivedAt }) => {
    const spoken = language();
    const t = engineWords(spoken);
    const name = relativePath.split('/').at(-1) ?? relativePath;
    const { reason } = result;
    const lines = [
      t('tidy.note.what', { name, moment: formatsOf(spoken).moment(datedResult(result, receivedAt).at) }),
      '',
      reason === null ? t('document.no-reason') : t('tidy.note.reason'),
      ...(reason === null ? [] : reason.split(/\r?\n/)),
      '',
      t('tidy.note.next'),
      t('tidy.note.number', { documentId: result.documentId }),
      '',
    ];
    return lines.join(LINE_END).replace(ISOLATES, '');
  };
}

/** Where a file belongs after its result. Subfolders are kept, and a file that was sent again moves between the two result folders. */
export function newPlace({ relativePath, result }: TidyFile, into: { readonly accepted: string; readonly refused: string }): string {
  const [first = '', ...rest] = relativePath.split('/');
  const isMoved = rest.length > 0 && (first === into.accepted || first === into.refused);
  return `${into[result.kind]}/${isMoved ? rest.join('/') : relativePath}`;
}
