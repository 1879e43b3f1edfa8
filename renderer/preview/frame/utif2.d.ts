/** The part of the package that is used. */
declare const utif: { decodeImage(bytes: ArrayBuffer, image: Record<string, unknown>): void };
export default utif;
