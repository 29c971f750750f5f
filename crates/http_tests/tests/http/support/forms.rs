//! Forms with files, as a browser sends them.

/// A form with files: `multipart/form-data`.
#[derive(Default, Clone)]
pub struct Form(Vec<u8>);

impl Form {
    const BOUNDARY: &str = "----tukio-test";

    pub fn text(self, name: &str, value: &str) -> Form {
        self.part(&format!("name=\"{name}\""), value.as_bytes())
    }

    pub fn file(self, name: &str, file_name: &str, bytes: &[u8]) -> Form {
        self.part(&format!("name=\"{name}\"; filename=\"{file_name}\"\r\ncontent-type: image/jpeg"), bytes)
    }

    fn part(mut self, disposition: &str, bytes: &[u8]) -> Form {
        let head = format!("--{}\r\ncontent-disposition: form-data; {disposition}\r\n\r\n", Form::BOUNDARY);
        self.0.extend([head.as_bytes(), bytes, b"\r\n"].concat());
        self
    }

    pub fn body(&self) -> Vec<u8> {
        [&self.0[..], format!("--{}--\r\n", Form::BOUNDARY).as_bytes()].concat()
    }

    pub fn content_type() -> String {
        format!("multipart/form-data; boundary={}", Form::BOUNDARY)
    }

    pub fn fill(self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        request.header("content-type", Form::content_type()).body(self.body())
    }
}
