import type { InvoiceType } from '#shared/contract/import-types.ts';
import { type SampleFile, sampleFiles } from '#test/support/documents/sample-files.ts';
import { type Ending, REFUSED_REASON, type Sample } from './sample.ts';

/** In the order in which they are dropped, each with its expected end. A copy comes after its original. */
export const DEMO_SAMPLES: readonly Sample[] = [
  purchase(sampleFiles.invoice, 'accepted'),
  purchase(sampleFiles.threePages, 'accepted'),
  sale(sampleFiles.accented, 'accepted'),
  purchase(sampleFiles.jpeg, 'accepted'),
  purchase(sampleFiles.png, 'accepted'),
  sale(sampleFiles.bmp, 'accepted'),
  sale(sampleFiles.misnamed, 'accepted'),
  purchase(sampleFiles.quote, 'refused', REFUSED_REASON),
  purchase(sampleFiles.copy, 'duplicate'),
  purchase(sampleFiles.password, 'unfit'),
  purchase(sampleFiles.tiff, 'unfit'),
  sale(sampleFiles.xml, 'unfit'),
];

function purchase(file: SampleFile, ending: Ending, reason?: string): Sample {
  return sample(file, 'purchase-invoices', ending, reason);
}

function sale(file: SampleFile, ending: Ending): Sample {
  return sample(file, 'sales-invoices', ending);
}

function sample({ name, path, expected }: SampleFile, importType: InvoiceType, ending: Ending, reason?: string): Sample {
  return { from: path, name, importType, ending, reason: expected.verdict === 'unfit' ? expected.problem.kind : (reason ?? null) };
}
