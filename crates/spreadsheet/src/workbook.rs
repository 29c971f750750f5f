//! An Excel workbook with one sheet: a ZIP archive of XML parts (ECMA-376), of which the sheet is the last, so that its
//! rows are packed as they come.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::cell::Cell;
use crate::sheet::{data_row, heading_row};
use crate::xml::escape;

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#;

const RELATIONSHIPS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;

const WORKBOOK_RELATIONSHIPS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;

/// Three styles: plain, headings in bold, and moments.
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>"#;

/// The heading stays in sight when the rows are scrolled.
const SHEET_START: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>"#;

const SHEET_END: &str = "</sheetData></worksheet>";

/// Packs quickly: a table shrinks to a tenth at any level.
const LEVEL: i64 = 3;

pub struct Workbook {
    archive: ZipWriter<StreamWriter<Packed>>,
    packed: Packed,
    rows: u32,
}

/// Bytes of the archive that nobody has taken yet.
#[derive(Clone, Default)]
struct Packed(Arc<Mutex<Vec<u8>>>);

impl Packed {
    fn locked(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.locked().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Workbook {
    pub fn new(name: &str, headings: &[&str]) -> io::Result<Workbook> {
        let packed = Packed::default();
        let mut archive = ZipWriter::new_stream(packed.clone());
        let options =
            SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).compression_level(Some(LEVEL));
        let parts = [
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", RELATIONSHIPS),
            ("xl/workbook.xml", &workbook_part(name)),
            ("xl/_rels/workbook.xml.rels", WORKBOOK_RELATIONSHIPS),
            ("xl/styles.xml", STYLES),
        ];
        for (name, part) in parts {
            archive.start_file(name, options)?;
            archive.write_all(part.as_bytes())?;
        }
        archive.start_file("xl/worksheets/sheet1.xml", options)?;
        archive.write_all(SHEET_START.as_bytes())?;
        archive.write_all(heading_row(headings).as_bytes())?;
        Ok(Workbook { archive, packed, rows: 1 })
    }

    pub fn write_row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        self.rows += 1;
        self.archive.write_all(data_row(self.rows, cells).as_bytes())
    }

    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut *self.packed.locked())
    }

    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.archive.write_all(SHEET_END.as_bytes())?;
        self.archive.finish()?;
        Ok(std::mem::take(&mut *self.packed.locked()))
    }
}

/// `name` as Excel takes it for a sheet: 31 signs, none of which it gives a meaning.
fn workbook_part(name: &str) -> String {
    let name: String = name.chars().filter(|sign| !"[]:*?/\\'".contains(*sign)).take(31).collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="{}" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
        escape(&name)
    )
}
