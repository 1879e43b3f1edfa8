/**
 * Whether this build decodes HEIC photos. HEVC, the codec in them, is under patents that are licensed separately in some countries, so that a build
 * without it is one setting (docs/operations/release.md).
 */
export const IS_HEIC_BUILT_IN: boolean = true;
