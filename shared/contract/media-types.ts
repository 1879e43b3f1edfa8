/** The formats of the field `file`, each with the endings that `filename` may have (§ Invoice form). */
export const MEDIA_TYPES = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/bmp': ['.bmp'],
} as const;

export type MediaType = keyof typeof MEDIA_TYPES;

export const FILENAME_ENDINGS: readonly string[] = Object.values(MEDIA_TYPES).flat();
