import { pdfOf, stream } from '#test/support/hostile/hostile-pdfs.ts';
import { InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import type { PageFingerprint } from '#shared/domain/folder/inspected.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

type Page = {
  readonly content: string;
  /** Entries of its resources. */
  readonly resources?: string;
  /** Other entries of the page. */
  readonly page?: string;
  /** Other entries of the catalogue. */
  readonly catalogue?: string;
  /** Objects from number 5 on. */
  readonly more?: readonly string[];
};

/** A PDF of one page: object 3, with its description in object 4. */
export function pagePdf({ content, resources = '', page = '', catalogue = '', more = [] }: Page): Buffer {
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 200] >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    stream('', content),
    ...more,
  ]);
}

/** A PDF of pages with these entries, and objects that begin behind the pages. */
export function pagesPdf(pages: readonly string[], more: (first: number) => readonly string[]): Buffer {
  const kids = pages.map((_, at) => `${3 + at} 0 R`).join(' ');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 300 200] >>`,
    ...pages.map((entries) => `<< /Type /Page /Parent 2 0 R ${entries} >>`),
    ...more(3 + pages.length),
  ]);
}

/** The fingerprints of a file that can be sent. */
export function pagesIn(bytes: Uint8Array, budget = new InspectBudget()): readonly (PageFingerprint | null)[] {
  const inspected = inspect({ name: 'a', bytes, size: bytes.byteLength }, nodeSha256, budget);
  if (inspected.kind === 'unfit') throw new Error(`cannot be sent: ${inspected.problem.kind}`);
  return inspected.pages ?? [];
}
