# Makes the files of this folder anew, in an empty one. The programs are in README.md.
set -e
mkdir invoice scan fax form template pictures made

# The originals. Two pages each: text in a subset font, two pictures, two faxes.
page() {
  printf '<html><body style="font-family: DejaVu Sans"><h2>Facture %s</h2><p>%s</p><table>' "$1" "$2"
  printf '<tr><td>Planches</td><td>%s</td></tr><tr><td>Transport</td><td>75.00</td></tr></table>' "$3"
  printf '<p style="page-break-before: always">Conditions: 30 jours net.</p></body></html>'
}
to_pdf() { soffice --headless --infilter='HTML (StarWriter)' --convert-to pdf:writer_pdf_Export --outdir "$2" "$1"; }
page 2026-118 2026-11-03 480.50 > made/original.html; to_pdf made/original.html invoice
page 2026-119 2026-11-03 480.50 > template/number.html; to_pdf template/number.html template
page 2026-118 2026-12-03 480.50 > template/date.html; to_pdf template/date.html template
page 2026-118 2026-11-03 480.60 > template/sum.html; to_pdf template/sum.html template
rm template/*.html
pdftoppm -r 40 -gray invoice/original.pdf made/grey
for n in 1 2; do cjpeg -quality 50 made/grey-$n.pgm > made/scan-$n.jpg; done
img2pdf made/scan-1.jpg made/scan-2.jpg -o scan/original.pdf
pdftoppm -r 100 -mono invoice/original.pdf made/black
for n in 1 2; do convert made/black-$n.pbm -density 100 -units PixelsPerInch -compress Group4 made/black-$n.tif; done
tiffcp made/black-1.tif made/black-2.tif made/fax.tif; tiff2pdf -o fax/original.pdf made/fax.tif
printf '%s\n' '<html><body>Annexe</body></html>' > made/other.html; to_pdf made/other.html made

# The same pages, saved by other programs.
cat > made/annotate.js <<'JS'
var doc = new PDFDocument(scriptArgs[0]); var page = doc.loadPage(0);
var mark = page.createAnnotation("Highlight"); mark.setQuadPoints([[50, 50, 200, 50, 50, 80, 200, 80]]); mark.update();
var note = page.createAnnotation("FreeText"); note.setRect([100, 100, 300, 140]); note.setContents("paid"); note.update();
doc.save(scriptArgs[1], "incremental");
JS
for of in invoice scan fax; do (
  cd $of
  mutool run ../made/annotate.js original.pdf annotated.pdf
  cp original.pdf dated.pdf; exiftool -q -overwrite_original -Title=Copy -CreateDate='2020:01:01 00:00:00' -ModifyDate='2021:01:01 00:00:00' dated.pdf
  qpdf original.pdf qpdf.pdf
  qpdf --object-streams=generate --recompress-flate --compression-level=9 original.pdf recompressed.pdf
  qpdf --encrypt '' owner 256 -- original.pdf locked-256.pdf
  qpdf --allow-weak-crypto --encrypt '' owner 128 -- original.pdf locked-128.pdf
  qpdf --decrypt locked-256.pdf unlocked.pdf
  mutool clean -ggggz original.pdf mutool.pdf
  pdftk original.pdf cat output pdftk.pdf
  pdfunite original.pdf ../made/other.pdf united.pdf
  pdfseparate -f 1 -l 1 original.pdf page-1.pdf
  # These two draw all anew.
  gs -q -sDEVICE=pdfwrite -o ghostscript.pdf original.pdf
  cp original.pdf draw.pdf; soffice --headless --infilter=draw_pdf_import --convert-to pdf:draw_pdf_Export --outdir ../made draw.pdf; mv ../made/draw.pdf .
) done

# A form, filled by two programs.
cat > made/empty.pdf <<'PDF'
%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 7 0 R >> >> >> >> endobj
2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /Helv 7 0 R >> >> /Annots [5 0 R 6 0 R] >> endobj
4 0 obj << /Length 57 >> stream
BT /Helv 12 Tf 20 150 Td (Total) Tj 0 -50 Td (Paid) Tj ET
endstream endobj
5 0 obj << /Type /Annot /Subtype /Widget /FT /Tx /T (total) /Rect [100 140 250 170] /F 4 /P 3 0 R /DA (/Helv 12 Tf 0 g) >> endobj
6 0 obj << /Type /Annot /Subtype /Widget /FT /Tx /T (paid) /Rect [100 90 250 120] /F 4 /P 3 0 R /DA (/Helv 12 Tf 0 g) >> endobj
7 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> endobj
trailer << /Size 8 /Root 1 0 R >>
PDF
qpdf made/empty.pdf form/empty.pdf || [ $? = 3 ]
fill() { printf '%%FDF-1.2\n1 0 obj << /FDF << /Fields [<< /T (total) /V (%s) >> << /T (paid) /V (%s) >>] >> >> endobj\ntrailer << /Root 1 0 R >>\n%%%%EOF\n' "$1" "$2" > made/fill.fdf; }
cat > made/fill.js <<'JS'
var doc = new PDFDocument(scriptArgs[0]); var fields = doc.loadPage(0).getWidgets();
fields[0].setTextValue(scriptArgs[2]); fields[1].setTextValue(scriptArgs[3]); doc.save(scriptArgs[1], "incremental");
JS
fill '480.50' 'pay\351'; pdftk form/empty.pdf fill_form made/fill.fdf output form/filled.pdf
mutool run made/fill.js form/empty.pdf form/filled-by-mutool.pdf '480.50' 'payé'
fill '480.60' 'pay\351'; pdftk form/empty.pdf fill_form made/fill.fdf output form/other-sum.pdf
fill '480.50' ''; pdftk form/empty.pdf fill_form made/fill.fdf output form/only-total.pdf
fill '' '480.50'; pdftk form/empty.pdf fill_form made/fill.fdf output form/only-paid.pdf
qpdf form/filled.pdf form/filled-qpdf.pdf
qpdf --encrypt '' owner 256 -- form/filled.pdf form/filled-locked.pdf

# Pictures.
cp made/scan-1.jpg pictures/original.jpg
cp pictures/original.jpg pictures/turned.jpg; exiftool -q -overwrite_original -Orientation=6 -n pictures/turned.jpg
jpegtran -copy none pictures/original.jpg > pictures/jpegtran.jpg
jpegtran -rotate 90 pictures/original.jpg > pictures/rotated.jpg
convert made/grey-1.pgm -resize 50% -colors 200 -depth 8 -define png:color-type=0 -define png:compression-level=1 -define png:compression-filter=0 pictures/original.png
convert pictures/original.png -define png:color-type=0 -define png:compression-level=9 -define png:compression-filter=5 pictures/convert.png
optipng -quiet -nc -nb -o2 -out pictures/optipng.png pictures/original.png
convert made/grey-1.pgm -resize 25% -type TrueColor BMP3:pictures/original.bmp
convert made/grey-1.pgm -resize 25% -type TrueColor BMP:pictures/later-header.bmp
convert made/grey-2.pgm -resize 25% -type TrueColor BMP3:pictures/page-2.bmp

rm -r made
