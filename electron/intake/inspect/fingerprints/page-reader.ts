import type { InspectBudget } from '../inspect-budget.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { PdfStream } from '../pdf/pdf-stream.ts';
import type { PdfDictionary, PdfValue } from '../pdf/pdf-values.ts';
import { type Decoded, decoded } from './decoded.ts';

/** Reads what a page leads to, and keeps in mind whether all of it could be read: a fingerprint of a part would be that of other pages, too. */
export class PageReader {
  readonly file: PdfFile;
  readonly #budget: InspectBudget;
  #isUnsure = false;

  constructor(file: PdfFile, budget: InspectBudget) {
    this.file = file;
    this.#budget = budget;
  }

  /** Something was too much, missing, or not unpacked. */
  isUnsure(): boolean {
    return this.#isUnsure;
  }

  unsure<Answer>(answer: Answer): Answer {
    this.#isUnsure = true;
    return answer;
  }

  nextPage(): void {
    this.#isUnsure = false;
  }

  /** False, and unsure, if more values than are counted would be read. */
  count(): boolean {
    return this.#budget.spend('fingerprintValues', 1) || this.unsure(false);
  }

  countBytes(bytes: number): boolean {
    return this.#budget.spend('fingerprintBytes', bytes) || this.unsure(false);
  }

  /** Null for what is not there. What is there, but cannot be read, leaves the page unsure. */
  value(of: PdfValue | undefined): PdfValue | null {
    const found = this.file.value(of);
    const isLost = found === null && of !== undefined && (this.file.has(of) || this.file.isAstray());
    return isLost ? this.unsure(null) : found;
  }

  /** Null for all that is no dictionary. */
  dictionary(of: PdfValue | undefined): PdfDictionary | null {
    const found = this.value(of);
    return found?.kind === 'dictionary' ? found : null;
  }

  decoded(stream: PdfStream): Decoded | null {
    return decoded(stream, this.file, this.#budget) ?? this.unsure(null);
  }
}
