/** Reasons that a real refusal may contain, to test how they are displayed. */
export const EXAMPLE_REASONS = {
  none: null,
  empty: '',
  french: 'Document illisible : merci de le numériser de nouveau à 300 points par pouce, s’il vous plaît.',
  long: 'Le montant total ne correspond pas à la somme des lignes. '.repeat(60).trim(),
  rightToLeft: 'المستند غير مقروء، يرجى إعادة إرساله. (2026-031.pdf)',
  mixedDirections: 'facture \u202E31-fdp.exe\u202C — مرفوض',
  markup: '<img src=x onerror="alert(1)"> **refusé** {{reason}} & <b>illisible</b> %s ${total}',
  lines: 'Première raison\r\nDeuxième raison\n\tTroisième raison',
} as const;

export type ExampleReason = keyof typeof EXAMPLE_REASONS;
export const EXAMPLE_REASON_NAMES = Object.keys(EXAMPLE_REASONS) as [ExampleReason, ...ExampleReason[]];
