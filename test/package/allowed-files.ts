/** The files in the archive of a package, by path: what runs, and nothing else. */
export const ALLOWED = [
  /^\/package\.json$/,
  /^\/dist\/main\/(assets\/)?[\w.-]+\.js$/,
  // What converts files; for HEIC, it reads the window's.
  /^\/dist\/main\/wasm\/(pdfium\.wasm|qpdf\.wasm|sharp-wasm32-[\d.]+\.node\.wasm\.zst)$/,
  // The scripts of libvips' module, which load it.
  /^\/dist\/main\/wasm\/(sharp-wasm32|emnapi-runtime)\.cjs$/,
  /^\/dist\/preload\/preload\.cjs$/,
  /^\/dist\/thread\/pages-thread\.cjs$/,
  /^\/dist\/window\/(index\.html|icon\.svg|assets\/[\w.-]+\.(js|css|woff2|svg|png|mjs|wasm))$/,
  // What pdf.js uses to draw the letters of a scan.
  /^\/dist\/window\/assets\/[\w.-]+\.(bcmap|pfb|ttf)$/,
  /^\/build\/icons\/(app\/256x256\.png|icon\.ico)$/,
  /^\/build\/fonts\/(LICENSE|[\w-]+\.ttf)$/,
  /^\/build\/icons\/tray\/[\w@.-]+\.(png|ico)$/,
  /^\/node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/[\w.-]+\.js|prebuilds\/[\w-]+\/keytar\.node)$/,
];
