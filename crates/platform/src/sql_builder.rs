//! Statements with a varying number of conditions, put together from fixed texts and numbered parameters:
//! no value ever becomes part of the statement.

use std::sync::LazyLock;

use database::{Connection, DbError, Field, Row, Sql};

/// Enough for any statement of the product; asking for more is a bug that a test shows at once.
const MOST_PARAMETERS: usize = 10_000;

/// `$1`, `$2`, …: made once, for statements are put together from texts that live for ever.
static PLACEHOLDERS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| (1..=MOST_PARAMETERS).map(|number| &*format!("${number}").leak()).collect());

pub struct SqlBuilder {
    parts: Vec<Sql>,
    values: Vec<Box<dyn Field>>,
}

impl SqlBuilder {
    pub fn new(start: &'static str) -> SqlBuilder {
        SqlBuilder { parts: vec![start.into()], values: Vec::new() }
    }

    pub fn push(&mut self, text: &'static str) -> &mut SqlBuilder {
        self.parts.push(text.into());
        self
    }

    /// A parameter: its placeholder in the text, its value beside it.
    pub fn bind(&mut self, value: impl Field + 'static) -> &mut SqlBuilder {
        self.parts.push(PLACEHOLDERS[self.values.len()].into());
        self.values.push(Box::new(value));
        self
    }

    /// `($1, $2, …)`; of no values `(NULL)`, which nothing is in.
    pub fn list<T: Field + Clone + 'static>(&mut self, values: &[T]) -> &mut SqlBuilder {
        self.push("(");
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.bind(value.clone());
        }
        if values.is_empty() {
            self.push("NULL");
        }
        self.push(")")
    }

    /// A text for each engine.
    pub fn push_pair(&mut self, sqlite: &'static str, postgres: &'static str) -> &mut SqlBuilder {
        self.parts.push(Sql::pair(sqlite, postgres));
        self
    }

    /// `(SELECT …)` of the numbers in a JSON list: one text for any number of them.
    pub fn among(&mut self, numbers: &serde_json::Value) -> &mut SqlBuilder {
        self.push_pair("(SELECT value FROM json_each(", "(SELECT json_array_elements_text(");
        self.bind(numbers.to_string()).push_pair("))", "::text::json)::bigint)")
    }

    /// Locks the rows it finds until the transaction ends. SQLite has one writer at a time anyway. Rows that only refer
    /// to them can still be added: with the stronger lock, two who never touch the same row could wait for each other.
    pub fn for_update(&mut self) -> &mut SqlBuilder {
        self.parts.push(Sql::pair("", " FOR NO KEY UPDATE"));
        self
    }

    pub fn query<T>(
        self,
        connection: &mut Connection<'_>,
        map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<Vec<T>, DbError> {
        let parameters: Vec<&dyn Field> = self.values.iter().map(|value| &**value).collect();
        connection.query(Sql::assembled(self.parts), &parameters, map)
    }

    /// How many rows it changed.
    pub fn execute(self, connection: &mut Connection<'_>) -> Result<u64, DbError> {
        let parameters: Vec<&dyn Field> = self.values.iter().map(|value| &**value).collect();
        connection.execute(Sql::assembled(self.parts), &parameters)
    }
}
