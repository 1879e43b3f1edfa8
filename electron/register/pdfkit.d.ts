/** The part of pdfkit that the register uses, and a test of files that other programs write. */
declare module 'pdfkit' {
  type Options = Readonly<Record<string, unknown>>;
  export class PDFDocument {
    constructor(options: Options);
    readonly _font: {
      readonly font: {
        readonly unitsPerEm: number;
        glyphForCodePoint(point: number): { readonly advanceWidth: number };
        layout(text: string): { readonly advanceWidth: number };
        hasGlyphForCodePoint(point: number): boolean;
      };
    };
    on(event: 'data', tell: (bytes: Uint8Array) => void): this;
    on(event: 'end', tell: () => void): this;
    addPage(options: Options): this;
    fontSize(size: number): this;
    fillColor(colour: string): this;
    text(text: string, x: number, y: number, options: Options): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(colour: string): this;
    image(bytes: Uint8Array, x: number, y: number, options: Options): this;
    end(): void;
  }
}
