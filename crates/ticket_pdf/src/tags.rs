//! What a page says to those who don't see it (tagged PDF, ISO 32000 §14.8): headings, paragraphs, lists and pictures in
//! the order of reading, each tied to what is drawn for it.

use pdf_writer::types::StructRole;
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Pdf, Rect, Ref, TextStr};

/// A part of a page.
pub struct Element {
    pub role: StructRole,
    pub content: Content,
}

pub enum Content {
    Parts(Vec<Element>),
    /// The number of what is drawn for it, counted in its page.
    Drawn(i32, Words),
}

/// How something is read.
pub enum Words {
    AsDrawn,
    /// Signs that are drawn apart and read as one.
    Instead(String),
    /// A picture in words, and where it stands.
    Picture(String, Rect),
}

/// A page of the document and its parts.
pub struct TaggedPage<'a> {
    pub page: Ref,
    pub elements: &'a [Element],
}

struct Writer<'a> {
    pdf: &'a mut Pdf,
    next: &'a mut Ref,
    page: Ref,
    /// For each thing drawn on the page, by its number, the element that it belongs to.
    owners: Vec<Ref>,
}

/// Writes the structure of a document: a section for each page. The pages name their place here by their own number.
pub fn write_structure(pdf: &mut Pdf, next: &mut Ref, root: Ref, pages: &[TaggedPage<'_>]) {
    let document = next.bump();
    let mut sections = Vec::with_capacity(pages.len());
    let mut owners = Vec::with_capacity(pages.len());
    for TaggedPage { page, elements } in pages {
        let mut writer = Writer { pdf, next, page: *page, owners: Vec::new() };
        sections.push(writer.group(StructRole::Sect, document, elements));
        let drawn = writer.owners;
        let list = next.bump();
        pdf.indirect(list).array().items(drawn);
        owners.push(list);
    }
    write_group(pdf, document, StructRole::Document, root, &sections);
    let mut tree = pdf.indirect(root).start::<StructTreeRoot<'_>>();
    tree.child(document).parent_tree_next_key(owners.len() as i32);
    let mut parents = tree.parent_tree();
    let mut numbers = parents.nums();
    for (number, list) in (0..).zip(owners) {
        numbers.insert(number, list);
    }
}

fn write_group(pdf: &mut Pdf, id: Ref, role: StructRole, parent: Ref, parts: &[Ref]) {
    let mut element = pdf.struct_element(id);
    element.kind(role).parent(parent);
    let mut children = element.children();
    for part in parts {
        children.struct_element(*part);
    }
}

impl Writer<'_> {
    fn group(&mut self, role: StructRole, parent: Ref, parts: &[Element]) -> Ref {
        let id = self.next.bump();
        let children: Vec<Ref> = parts.iter().map(|part| self.element(part, id)).collect();
        write_group(self.pdf, id, role, parent, &children);
        id
    }

    fn element(&mut self, element: &Element, parent: Ref) -> Ref {
        match &element.content {
            Content::Parts(parts) => self.group(element.role, parent, parts),
            Content::Drawn(number, words) => self.leaf(element.role, parent, *number, words),
        }
    }

    fn leaf(&mut self, role: StructRole, parent: Ref, number: i32, words: &Words) -> Ref {
        let id = self.next.bump();
        self.owners.push(id);
        let mut element = self.pdf.struct_element(id);
        element.kind(role).parent(parent).page(self.page);
        match words {
            Words::AsDrawn => {}
            Words::Instead(text) => {
                element.actual_text(TextStr(text));
            }
            Words::Picture(text, area) => {
                element.alt(TextStr(text));
                element.attributes().push().layout().bbox(*area);
            }
        }
        element.children().marked_content_id(number);
        id
    }
}

/// Returns facts about the document for programs that read XMP, in the words of Dublin Core.
pub fn metadata(title: &str) -> Vec<u8> {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\
         <dc:creator><rdf:Seq><rdf:li>Tukio</rdf:li></rdf:Seq></dc:creator>\
         <dc:language><rdf:Bag><rdf:li>fr</rdf:li></rdf:Bag></dc:language>\
         </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
    )
    .into_bytes()
}
